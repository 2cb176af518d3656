/// A square cell in degrees.
struct CellFrame: BitwiseCopyable {
    var x0: Double
    var y0: Double
    var x1: Double
    var y1: Double

    /// Returns whether a point is within the frame and on none of its sides.
    @inline(__always)
    func encloses(x: Double, y: Double) -> Bool {
        // Both axes in one vector: every vertex of a polygon comes here once per level.
        let place = SIMD2(x, y)
        let isWithin = (place .> SIMD2(x0, y0)) .& (place .< SIMD2(x1, y1))
        return isWithin[0] && isWithin[1]
    }

    /// Returns the frame with all sides moved outward.
    func padded(by pad: Double) -> CellFrame {
        CellFrame(x0: x0 - pad, y0: y0 - pad, x1: x1 + pad, y1: y1 + pad)
    }
}

/// An edge of a ring, from a to b.
struct CellEdge: BitwiseCopyable {
    var ax: Double
    var ay: Double
    var bx: Double
    var by: Double

    @inline(__always) var lowX: Double { ax < bx ? ax : bx }
    @inline(__always) var highX: Double { ax < bx ? bx : ax }
    @inline(__always) var lowY: Double { ay < by ? ay : by }
    @inline(__always) var highY: Double { ay < by ? by : ay }

    /// Returns whether the edge meets a box, apart from rounding, which is far below `CellGrid.pad`.
    @inline(__always)
    func meets(_ box: CellFrame) -> Bool {
        guard lowX <= box.x1, highX >= box.x0, lowY <= box.y1, highY >= box.y0 else { return false }
        // Separating axis: the distance of the box's center from the line against the box's extent across it.
        let dx = bx - ax
        let dy = by - ay
        let across = dx * ((box.y0 + box.y1) * 0.5 - ay) - dy * ((box.x0 + box.x1) * 0.5 - ax)
        return across.magnitude <= (dx.magnitude * (box.y1 - box.y0) + dy.magnitude * (box.x1 - box.x0)) * 0.5
    }

    /// Returns on which side of the edge's line a point lies, and whether that is certain.
    @inline(__always)
    func side(x: Double, y: Double) -> (positive: Bool, isCertain: Bool) {
        let left = (ax - x) * (by - y)
        let right = (ay - y) * (bx - x)
        let determinant = left - right
        return (
            determinant > 0,
            determinant.magnitude > RingKernel.uncertainty * (left.magnitude + right.magnitude)
        )
    }
}

/// The parity of crossings along straight paths between points, counted edge by edge.
struct CellCrossing: BitwiseCopyable {
    /// Whether the number of edges crossed so far is odd.
    var isOdd = false
    /// Whether every sign that contributed to it was certain.
    var isCertain = true

    /// Counts an edge against the path from (x0, y) to (x1, y), x0 < x1.
    @inline(__always)
    mutating func countHorizontal(_ edge: CellEdge, x0: Double, x1: Double, y: Double) {
        guard edge.lowY <= y, edge.highY >= y, edge.highX >= x0, edge.lowX <= x1 else { return }
        count(straddles: (edge.ay > y) != (edge.by > y), edge.side(x: x0, y: y), edge.side(x: x1, y: y))
    }

    /// Counts an edge against the path from (x, y0) to (x, y1), y0 < y1.
    @inline(__always)
    mutating func countVertical(_ edge: CellEdge, x: Double, y0: Double, y1: Double) {
        guard edge.lowX <= x, edge.highX >= x, edge.highY >= y0, edge.lowY <= y1 else { return }
        count(straddles: (edge.ax > x) != (edge.bx > x), edge.side(x: x, y: y0), edge.side(x: x, y: y1))
    }

    private mutating func count(
        straddles: Bool,
        _ from: (positive: Bool, isCertain: Bool),
        _ to: (positive: Bool, isCertain: Bool)
    ) {
        if !from.isCertain || !to.isCertain { isCertain = false }
        if straddles, from.positive != to.positive { isOdd.toggle() }
    }
}
