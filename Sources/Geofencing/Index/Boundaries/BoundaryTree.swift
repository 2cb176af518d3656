/// The boundaries of a table's polygons as boxes around a few edges, around eight of those and so on, polygon by polygon in the
/// order of their vertices.
///
/// For measuring near one polygon that is known: a few cache lines, where `NearestTree`, which finds the polygons too, reads
/// dozens. It measures in the plane of longitude and latitude, in which edges are straight, with the lengths of the
/// degrees at the place that it measures from; see `PlanarFrame`.
///
/// A structure of arrays, so that whoever keeps one measures without counting references.
struct BoundaryTree: Sendable {
    /// Eight boxes side by side, as deep in the tree as each other, in units of their part and rounded outwards. Of four the tree
    /// would be deeper, and going down waits for memory at each step.
    struct Node: BitwiseCopyable {
        /// How many boxes there are at most.
        static let boxes = 8
        /// How many edges a box is around.
        static let edgesPerBox = 8

        var lowX = SIMD8<UInt16>()
        var lowY = SIMD8<UInt16>()
        var highX = SIMD8<UInt16>()
        var highY = SIMD8<UInt16>()
        /// The vertex where the first edge starts, or the first node below.
        var first: UInt32
        /// How many edges there are, all of one ring and one after another, or nodes below.
        var count: UInt16
        var hasEdges: Bool
    }

    /// The boxes of one part.
    struct Root: BitwiseCopyable {
        /// The node around all others.
        var top: Node
        var minX: Double
        var minY: Double
        /// What the boxes are counted in, in degrees.
        var unitX: Double
        var unitY: Double
    }

    /// What measuring one geofence reads first, the top node with it: each line of memory that it reads elsewhere takes as long
    /// as all of its arithmetic.
    enum Shape: BitwiseCopyable {
        /// A circle; its extent has all of it.
        case circle
        /// A polygon of one part.
        case part(Root)
        /// A polygon of this many parts in `roots`.
        case parts(first: UInt32, count: UInt32)
        /// A polygon that lies at the antimeridian or a pole, where the plane has seams.
        case seamed
    }

    /// The table's.
    let coordinates: [Double]
    let nodes: [Node]
    /// By slot.
    let extents: [Extent]
    /// By slot.
    let shapes: [Shape]
    /// Of the polygons of several parts.
    let roots: [Root]

    /// - Complexity: O(vertices).
    init(_ table: FenceTable) {
        coordinates = table.coordinates
        var builder = Builder(table)
        builder.build()
        nodes = builder.nodes
        extents = builder.extents
        shapes = builder.shapes
        roots = builder.roots
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
