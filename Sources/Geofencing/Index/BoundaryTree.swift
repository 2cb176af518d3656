/// The boundaries of a table's polygons as boxes around a few edges, around four of those and so on, polygon by polygon in the
/// order of their vertices.
///
/// For measuring near one polygon that is known: a few cache lines, where `NearestTree`, which finds the polygons too, reads
/// dozens. It measures in the plane of longitude and latitude, in which edges are straight, with the lengths of the
/// degrees at the place that it measures from; see `PlanarFrame`.
///
/// A structure of arrays, so that whoever keeps one measures without counting references.
struct BoundaryTree: Sendable {
    /// Four boxes side by side, as deep in the tree as each other, in units of their part and rounded outwards.
    struct Node: BitwiseCopyable {
        /// How many edges a box is around.
        static let edgesPerBox = 8

        var lowX = SIMD4<UInt16>()
        var lowY = SIMD4<UInt16>()
        var highX = SIMD4<UInt16>()
        var highY = SIMD4<UInt16>()
        /// The vertex where the first edge starts, or the first node below.
        var first: UInt32
        /// How many edges there are, all of one ring and one after another, or nodes below.
        var count: UInt16
        var hasEdges: Bool
    }

    /// Where the boxes of one part are, and what their units are.
    struct Root: BitwiseCopyable {
        /// The node around all others.
        var node: UInt32
        var minX: Double
        var minY: Double
        /// Degrees.
        var unitX: Double
        var unitY: Double
    }

    let table: FenceTable
    /// The table's.
    let coordinates: [Double]
    let nodes: [Node]
    /// By part.
    let roots: [Root]
    /// The size of each geofence in meters, by slot: the radius of a circle, and of polygons 2 · area / perimeter, which is
    /// the radius of a circle's worth of room: half the width of a long strip, half the side of a square.
    ///
    /// On a plane at each part's latitude, which is right to a percent for what needs a size: small geofences.
    let scales: [Double]
    /// By slot, whether the geofence is a polygon whose parts are all its boundary and away from the antimeridian and the poles,
    /// where the plane has seams.
    let isPlain: [Bool]

    /// - Complexity: O(vertices).
    init(_ table: FenceTable) {
        self.table = table
        coordinates = table.coordinates
        var builder = Builder(table)
        builder.build()
        nodes = builder.nodes
        roots = builder.roots
        scales = builder.scales
        isPlain = builder.isPlain
    }
}

extension BoundaryTree.Node {
    /// How many of the boxes are set.
    @inline(__always)
    var boxCount: Int { hasEdges ? (Int(count) + Self.edgesPerBox - 1) / Self.edgesPerBox : Int(count) }

    /// The edges in a box, by the vertices where they start.
    @inline(__always)
    func edges(inBox box: Int) -> Range<Int> {
        let start = box * Self.edgesPerBox
        return Int(first) + start..<Int(first) + min(start + Self.edgesPerBox, Int(count))
    }
}
