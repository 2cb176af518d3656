/// An immutable tree over the geofences of a table that finds those nearest to a point and measures how far away they
/// are.
///
/// A packed tree with nodes of 16 over boxes in space (Earth-centered, single precision, rounded outwards), searched
/// best first: the straight distance to a box bounds the distance on the surface from below, with no seam and no pole.
/// Circles are leaves by center and radius, polygons by runs of up to 16 edges. The geodesic is computed for winners
/// only.
///
/// Distances are geodesic, to the boundary, negative inside. A polygon's edge is the line that is straight in longitude
/// and latitude. Edges that a ring has only because it is cut open, at a pole or there and back along one meridian a
/// whole turn apart, are not boundary.
final class NearestTree: Sendable {
    let table: FenceTable
    /// The nodes of all levels.
    let nodes: [Node]
    /// What the nodes' entries lead to, `width` for each node.
    let children: [Reference]
    /// The root of the circles.
    let circleRoot: Reference?
    /// The roots of everything.
    let roots: [Reference]
    /// All circles along the curve, and the number of each one's entry in the table.
    let circleBodies: [CircleBody]
    let circleEntries: [UInt32]
    /// All runs of edges, part by part.
    let runs: [Run]
    /// The root of each part; `nil` for copies of a part that is already there and for parts without a boundary.
    let partRoots: [Reference?]
    /// The table's vertices in space.
    let vertices: [EarthCentered]

    /// The largest number of entries of a node, of circles in a group and of edges in a run: the lanes of a vector.
    static let width = 16

    /// Builds the tree.
    ///
    /// - Complexity: O(*n* log *n*) in circles and parts, O(vertices).
    init(table: FenceTable) {
        var builder = Builder(table)
        let circles = builder.addCircles()
        let polygons = builder.addPolygons()
        self.table = table
        circleRoot = circles
        roots = [circles, polygons].compactMap { $0 }
        nodes = builder.nodes
        children = builder.children
        circleBodies = builder.circleBodies
        circleEntries = builder.circleEntries
        runs = builder.runs
        partRoots = builder.partRoots
        vertices = builder.vertices
    }

    /// Returns what an entry of a node leads to.
    @inline(__always)
    func child(_ lane: Int, of node: Int) -> Reference { children[Self.width * node + lane] }

    /// Returns the positions of the circles of a group, without the repeats that fill up the last group of a size.
    @inline(__always)
    func circles(inGroup group: Int) -> Range<Int> {
        let start = Self.width * group
        var end = min(start + Self.width, circleBodies.count)
        while end - start > 1, circleEntries[end - 1] == circleEntries[end - 2] { end -= 1 }
        return start..<end
    }
}

/// A geofence of a tree's table and the signed geodesic distance in meters from a point to its boundary, negative
/// inside.
struct NearestSlot: BitwiseCopyable, Sendable, Hashable {
    var slot: UInt32
    var distance: Double
}

/// The buffers of one search; a search that reuses them does not allocate.
struct NearestScratch: Sendable {
    /// The results of the last search: by distance, then slot.
    var found: [NearestSlot] = []

    /// If many are to be found, the distances of those found so far, by slot.
    var distances: [UInt32: Double] = [:]

    var heap = NearestHeap()
    var polygons: [NearestTree.Covering] = []

    init() { found.reserveCapacity(64) }
}

/// A binary heap of the entries still to be visited, nearest first.
struct NearestHeap: Sendable {
    struct Entry: BitwiseCopyable {
        /// A lower bound in meters on the distance of all geofences below the entry.
        var bound: Double
        var reference: NearestTree.Reference
    }

    private var entries: [Entry] = []

    init() { entries.reserveCapacity(1024) }

    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    mutating func push(_ entry: Entry) { entries.insert(entry) { $0.bound < $1.bound } }

    mutating func pop() -> Entry? {
        entries.isEmpty ? nil : entries.removeFirst { $0.bound < $1.bound }
    }
}
