/// The map from degrees to the units of one cell, in which a leaf's vertices are written. Points are (x, y).
struct CellUnits: BitwiseCopyable {
    /// The number of units along the side of a cell.
    static let perSide = Double(1 << CellGrid.localBits)
    /// Vertices are written within half a cell of the cell, with a little room for rounding.
    private static let low = -0.5 * perSide + 8
    private static let high = 1.5 * perSide - 8

    private let origin: SIMD2<Double>
    private let unitsPerDegree: Double

    init(_ frame: CellFrame) {
        origin = SIMD2(frame.x0, frame.y0)
        unitsPerDegree = Self.perSide / (frame.x1 - frame.x0)
    }

    /// Returns a point within the limits with both coordinates rounded down.
    @inline(__always)
    static func down(_ point: SIMD2<Double>) -> SIMD2<Int16> {
        // A double as large as this has no fraction, so adding it rounds to the nearest integer, and leaves that in the
        // low bits. Unlike a conversion, this takes no check for what cannot be an integer.
        let large = SIMD2(repeating: 0x1.8p52)
        let nearest = point + large
        let isAbove = nearest - large .> point
        return SIMD2(
            Int16(truncatingIfNeeded: nearest.x.bitPattern) &- (isAbove[0] ? 1 : 0),
            Int16(truncatingIfNeeded: nearest.y.bitPattern) &- (isAbove[1] ? 1 : 0)
        )
    }

    @inline(__always)
    func local(x: Double, y: Double) -> SIMD2<Double> { (SIMD2(x, y) - origin) * unitsPerDegree }

    /// Returns whether a point in units can be written unchanged.
    @inline(__always)
    func holds(_ point: SIMD2<Double>) -> Bool {
        let isWithin = (point .> SIMD2(repeating: Self.low)) .& (point .< SIMD2(repeating: Self.high))
        return isWithin[0] && isWithin[1]
    }

    /// Returns where an edge that runs through the cell begins, or comes near enough to be written.
    func start(of edge: CellEdge) -> SIMD2<Double> {
        let start = local(x: edge.ax, y: edge.ay)
        return holds(start) ? start : Self.clip(from: local(x: edge.bx, y: edge.by), to: start)
    }

    /// Returns where an edge that runs through the cell ends, or is last near enough to be written.
    func end(of edge: CellEdge) -> SIMD2<Double> {
        Self.clip(from: local(x: edge.ax, y: edge.ay), to: local(x: edge.bx, y: edge.by))
    }

    /// Returns the last point within the limits on the path from a point to another that is beyond them.
    private static func clip(from: SIMD2<Double>, to: SIMD2<Double>) -> SIMD2<Double> {
        let way = to - from
        var share = 1.0
        for axis in 0..<2 {
            if way[axis] > 0 { share = min(share, (high - from[axis]) / way[axis]) }
            if way[axis] < 0 { share = min(share, (low - from[axis]) / way[axis]) }
        }
        // An edge that only touches the padding of the cell may miss the limits by rounding.
        return (from + share * way).clamped(lowerBound: SIMD2(repeating: low), upperBound: SIMD2(repeating: high))
    }
}
