/// The boundaries of a table's polygons as boxes around a few edges each, boxes around eight of those and so on,
/// polygon by polygon in the order of their vertices.
///
/// Meant for measuring near one polygon that is known: it reads a few cache lines, where `NearestTree`, which also
/// finds the polygons, reads dozens. It measures in the plane of longitude and latitude, in which edges are straight,
/// with the lengths of the degrees at the point from which it measures; see `PlanarFrame`.
///
/// A structure of arrays, so that an owner can measure without counting references.
struct BoundaryTree: Sendable {
    /// Eight boxes side by side, all at the same depth of the tree, in units of their part and rounded outwards. With
    /// four boxes per node the tree would be deeper, and each step down stalls on a cache miss.
    struct Node: BitwiseCopyable {
        /// The maximum number of boxes in a node.
        static let boxes = 8
        /// The number of edges that a box encloses.
        static let edgesPerBox = 8

        var lowX = SIMD8<UInt16>()
        var lowY = SIMD8<UInt16>()
        var highX = SIMD8<UInt16>()
        var highY = SIMD8<UInt16>()
        /// The vertex where the first edge starts, or the index of the first child node.
        var first: UInt32
        /// The number of edges, which are consecutive edges of one ring, or of child nodes.
        var count: UInt16
        var hasEdges: Bool
    }

    /// The root of the boxes of one part.
    struct Root: BitwiseCopyable {
        /// The node that encloses all others.
        var top: Node
        var minX: Double
        var minY: Double
        /// The unit of the boxes' coordinates, in degrees.
        var unitX: Double
        var unitY: Double
    }

    /// What measuring one geofence reads first, including the top node: each line of memory that it reads elsewhere
    /// takes as long as all of its arithmetic.
    enum Shape: BitwiseCopyable {
        /// A circle; its extent contains all of it.
        case circle
        /// A polygon of one part.
        case part(Root)
        /// A polygon of this many parts in `roots`.
        case parts(first: UInt32, count: UInt32)
        /// A polygon that lies at the antimeridian or a pole, where the plane has seams.
        case seamed
    }

    /// The coordinates of the table.
    let coordinates: [Double]
    let nodes: [Node]
    /// The extents by slot.
    let extents: [Extent]
    /// The shapes by slot.
    let shapes: [Shape]
    /// The roots of the parts of polygons that have several.
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
    /// The number of boxes that are set.
    @inline(__always)
    var boxCount: Int { hasEdges ? (Int(count) + Self.edgesPerBox - 1) / Self.edgesPerBox : Int(count) }

    /// Returns the edges in a box, identified by the vertices where they start.
    @inline(__always)
    func edges(inBox box: Int) -> Range<Int> {
        let start = box * Self.edgesPerBox
        return Int(first) + start..<Int(first) + min(start + Self.edgesPerBox, Int(count))
    }
}
