/// The map from degrees to the units of one cell, in which a leaf's vertices are written.
struct CellUnits: BitwiseCopyable {
    /// The number of units along the side of a cell.
    static let perSide = Double(1 << CellGrid.localBits)
    /// Vertices are written within half a cell of the cell, with a little room for rounding.
    private static let low = -0.5 * perSide + 8
    private static let high = 1.5 * perSide - 8

    private let x0: Double
    private let y0: Double
    private let unitsPerDegree: Double

    init(_ frame: CellFrame) {
        x0 = frame.x0
        y0 = frame.y0
        unitsPerDegree = Self.perSide / (frame.x1 - frame.x0)
    }

    /// Returns a number of units within the limits, rounded down.
    @inline(__always)
    static func down(_ units: Double) -> Int16 {
        // Above zero, truncating is rounding down, and takes no call on processors without an instruction for rounding.
        Int16(truncatingIfNeeded: Int32(units + perSide) - Int32(perSide))
    }

    @inline(__always)
    func local(x: Double, y: Double) -> (x: Double, y: Double) {
        ((x - x0) * unitsPerDegree, (y - y0) * unitsPerDegree)
    }

    func local(_ edge: CellEdge) -> CellEdge {
        let (start, end) = (local(x: edge.ax, y: edge.ay), local(x: edge.bx, y: edge.by))
        return CellEdge(ax: start.x, ay: start.y, bx: end.x, by: end.y)
    }

    /// Returns whether a point in units can be written unchanged.
    @inline(__always)
    func holds(x: Double, y: Double) -> Bool { x > Self.low && x < Self.high && y > Self.low && y < Self.high }

    /// Returns where an edge in units that runs through the cell begins, or comes near enough to be written.
    func start(of edge: CellEdge) -> (x: Double, y: Double) {
        holds(x: edge.ax, y: edge.ay)
            ? (edge.ax, edge.ay) : Self.clip(from: (edge.bx, edge.by), to: (edge.ax, edge.ay))
    }

    /// Returns where an edge in units that runs through the cell ends, or is last near enough to be written.
    func end(of edge: CellEdge) -> (x: Double, y: Double) {
        Self.clip(from: (edge.ax, edge.ay), to: (edge.bx, edge.by))
    }

    /// Returns the last point within the limits on the path from a point to another that is beyond them.
    private static func clip(from: (x: Double, y: Double), to: (x: Double, y: Double)) -> (x: Double, y: Double) {
        let dx = to.x - from.x
        let dy = to.y - from.y
        var share = 1.0
        if dx > 0 { share = min(share, (high - from.x) / dx) }
        if dx < 0 { share = min(share, (low - from.x) / dx) }
        if dy > 0 { share = min(share, (high - from.y) / dy) }
        if dy < 0 { share = min(share, (low - from.y) / dy) }
        // An edge that only touches the padding of the cell may miss the limits by rounding.
        let x = from.x + share * dx
        let y = from.y + share * dy
        return (min(max(x, low), high), min(max(y, low), high))
    }
}
