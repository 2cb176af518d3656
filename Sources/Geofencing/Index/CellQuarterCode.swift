/// Tells in which quarter of a cell a place is when it is clear of the others and of the low sides.
struct CellQuarterCode: BitwiseCopyable {
    let x0: Double
    let y0: Double
    let lowX: Double
    let lowY: Double
    let highX: Double
    let highY: Double

    init(_ frame: CellFrame, _ x: Double, _ y: Double) {
        x0 = frame.x0
        y0 = frame.y0
        lowX = x - CellGrid.pad
        lowY = y - CellGrid.pad
        highX = x + CellGrid.pad
        highY = y + CellGrid.pad
    }

    /// The number of the quarter; 4 or more where it is not clear.
    @inline(__always)
    func code(x: Double, y: Double) -> UInt32 {
        let column: UInt32 = x > highX ? 1 : (x < lowX && x > x0) ? 0 : 4
        let row: UInt32 = y > highY ? 2 : (y < lowY && y > y0) ? 0 : 4
        return column + row
    }

    /// The open box of the places whose quarter is clearly this one.
    @inline(__always)
    func box(of quarter: UInt32) -> CellFrame {
        let (isLeft, isLow) = (quarter & 1 == 0, quarter & 2 == 0)
        return CellFrame(
            x0: isLeft ? x0 : highX,
            y0: isLow ? y0 : highY,
            x1: isLeft ? lowX : .infinity,
            y1: isLow ? lowY : .infinity
        )
    }
}
