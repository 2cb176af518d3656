/// The quarters of a cell, and the test for which of them contains a point.
struct CellQuarters: BitwiseCopyable {
    let frame: CellFrame
    /// The middle of the cell.
    let x: Double
    let y: Double
    /// The quarters with the padding within which an edge counts as touching them.
    let padded: (CellFrame, CellFrame, CellFrame, CellFrame)
    private let lowX: Double
    private let lowY: Double
    private let highX: Double
    private let highY: Double

    init(_ frame: CellFrame) {
        let x = frame.x0 + (frame.x1 - frame.x0) * 0.5
        let y = frame.y0 + (frame.y1 - frame.y0) * 0.5
        let pad = CellGrid.pad
        self.frame = frame
        (self.x, self.y) = (x, y)
        padded = (
            CellFrame(x0: frame.x0, y0: frame.y0, x1: x, y1: y).padded(by: pad),
            CellFrame(x0: x, y0: frame.y0, x1: frame.x1, y1: y).padded(by: pad),
            CellFrame(x0: frame.x0, y0: y, x1: x, y1: frame.y1).padded(by: pad),
            CellFrame(x0: x, y0: y, x1: frame.x1, y1: frame.y1).padded(by: pad)
        )
        (lowX, highX) = (x - pad, x + pad)
        (lowY, highY) = (y - pad, y + pad)
    }

    /// Returns the number of the quarter that contains a point, clear of the other quarters and of the low sides; 4 or
    /// more if there is none. Beyond the high sides it is that of the nearest quarter.
    @inline(__always)
    func code(x: Double, y: Double) -> UInt32 {
        let column: UInt32 = x > highX ? 1 : (x < lowX && x > frame.x0) ? 0 : 4
        let row: UInt32 = y > highY ? 2 : (y < lowY && y > frame.y0) ? 0 : 4
        return column + row
    }

    /// Returns the open box of the points that are clearly in this quarter.
    @inline(__always)
    func box(of quarter: UInt32) -> CellFrame {
        let (isLeft, isLow) = (quarter & 1 == 0, quarter & 2 == 0)
        return CellFrame(
            x0: isLeft ? frame.x0 : highX,
            y0: isLow ? frame.y0 : highY,
            x1: isLeft ? lowX : .infinity,
            y1: isLow ? lowY : .infinity
        )
    }

    /// Returns the quarter in which a box lies with room around it, so that it has nothing in common with the others.
    func quarter(around box: Box) -> Int? {
        let pad = CellGrid.pad
        guard box.minX > frame.x0 + pad, box.maxX < frame.x1 - pad, box.minY > frame.y0 + pad,
            box.maxY < frame.y1 - pad
        else { return nil }
        let column = box.maxX < lowX ? 0 : box.minX > highX ? 1 : 2
        let row = box.maxY < lowY ? 0 : box.minY > highY ? 1 : 2
        return column == 2 || row == 2 ? nil : row * 2 + column
    }
}
