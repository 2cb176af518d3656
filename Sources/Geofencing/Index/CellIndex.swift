#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

// SAFETY: the arenas are written by `init` only and freed in `deinit`; the class has nothing that changes, hence
// `@unchecked Sendable`. All offsets in entries and leaves were made by `CellBuilder` for these arenas. Sets end with room
// for one more vector of four, so that copying them may read beyond their end.

/// An index of adaptive cells over longitude and latitude that answers exactly as GEOS does.
///
/// Each cell is either covered by one set of geofences everywhere, or is a leaf with the few edges and circles that cross
/// it. Where a sign is not certain in floating point, GEOS is asked.
@safe
package final class CellIndex: CoverIndex, @unchecked Sendable {
    /// Who decides where a sign is not certain.
    package enum Fallback: Sendable {
        /// GEOS, which is what makes the answers exact.
        case geos
        /// Nobody; only to show in a test what the fallback is good for.
        case off
    }

    package let table: FenceTable
    package let statistics: Statistics
    package let grid: CellGrid
    let root: UnsafePointer<UInt32>
    let nodes: UnsafePointer<UInt32>
    let leaves: UnsafeRawPointer
    let sets: UnsafePointer<UInt32>
    let circles: UnsafePointer<FenceTable.CircleEntry>
    let fallback: CellFallback?

    /// Builds the index of the geofences in a table.
    ///
    /// - Complexity: O(*n* log *n*) time and O(*n*) memory for *n* vertices and circles, where the coordinates are not
    ///   made to spite it.
    package convenience init(table: FenceTable) { self.init(table: table, fallback: .geos) }

    package convenience init(table: FenceTable, fallback: Fallback) {
        self.init(table: table, fallback: fallback, limits: nil)
    }

    package init(table: FenceTable, fallback: Fallback, limits: CellLimits?) {
        self.table = table
        self.fallback = fallback == .geos ? CellFallback(table: table) : nil
        var extent = Box.empty
        let world = Box(minX: -180, minY: -90, maxX: 180, maxY: 90)
        func enlarge(_ box: Box) {
            guard box.intersects(world) else { return }
            extent.enlarge(
                Box(
                    minX: max(box.minX, -180),
                    minY: max(box.minY, -90),
                    maxX: min(box.maxX, 180),
                    maxY: min(box.maxY, 90)
                )
            )
        }
        var boundary = 0.0
        let circleBoxes = UnsafeMutablePointer<CellCircleBox>.allocate(capacity: table.circles.count)
        defer { unsafe circleBoxes.deallocate() }
        for (number, entry) in table.circles.enumerated() {
            let boxes = entry.circle.boxes
            var whole = Box.empty
            for box in boxes {
                whole.enlarge(box)
                boundary += 2 * (box.maxX - box.minX + box.maxY - box.minY)
            }
            unsafe (circleBoxes + number).initialize(to: CellCircleBox(box: whole, isSplit: boxes.count > 1))
            enlarge(whole)
        }
        for part in table.parts { enlarge(part.box) }
        if extent.minX > extent.maxX { extent = Box(minX: 0, minY: 0, maxX: 0, maxY: 0) }
        boundary += Self.boundaryLength(of: table)

        let size = table.coordinates.count / 2 + 16 * table.circles.count
        var chosen = limits ?? CellLimits()
        chosen.coarsestLeaf = boundary / Double(max(chosen.fewestLeaves, size / chosen.verticesPerLeaf))
        let grid = CellGrid(
            extent: extent,
            rootTarget: max(1 << 10, min(size / chosen.verticesPerRootCell, 1 << 20))
        )
        self.grid = grid
        let built = unsafe table.coordinates.withUnsafeBufferPointer { coordinates in
            let none = unsafe UnsafePointer<Double>(bitPattern: 16)
            var builder = unsafe CellBuilder(
                table: table,
                grid: grid,
                limits: chosen,
                coordinates: coordinates.baseAddress ?? none.unsafelyUnwrapped,
                circleBoxes: circleBoxes
            )
            builder.build()
            return builder.finish()
        }
        unsafe root = UnsafePointer(built.root)
        unsafe nodes = UnsafePointer(built.nodes)
        unsafe leaves = UnsafeRawPointer(built.leaves)
        unsafe sets = UnsafePointer(built.sets)
        let circles = UnsafeMutablePointer<FenceTable.CircleEntry>.allocate(capacity: table.circles.count)
        for (number, entry) in table.circles.enumerated() { unsafe (circles + number).initialize(to: entry) }
        unsafe self.circles = UnsafePointer(circles)
        statistics = Statistics(
            bytes: built.bytes + table.circles.count * MemoryLayout<FenceTable.CircleEntry>.stride,
            rootCells: Int(grid.columns) * Int(grid.rows),
            rootLevel: grid.rootLevel,
            nodeBytes: built.nodeBytes,
            leafBytes: built.leafBytes,
            setBytes: built.setBytes,
            sets: built.setCount,
            counts: built.counts
        )
    }

    deinit {
        unsafe root.deallocate()
        unsafe nodes.deallocate()
        unsafe leaves.deallocate()
        unsafe sets.deallocate()
        unsafe circles.deallocate()
    }

    /// The length of all edges as the number of cells of size one that they run through.
    private static func boundaryLength(of table: FenceTable) -> Double {
        var length = 0.0
        unsafe table.coordinates.withUnsafeBufferPointer { coordinates in
            for ring in table.rings {
                for vertex in ring.firstVertex..<ring.firstVertex + ring.vertexCount - 1 {
                    length += unsafe abs(coordinates[2 * vertex + 2] - coordinates[2 * vertex])
                    length += unsafe abs(coordinates[2 * vertex + 3] - coordinates[2 * vertex + 1])
                }
            }
        }
        return length
    }
}

extension CellIndex {
    /// What an index is made of.
    package struct Statistics: Sendable {
        /// Memory that the index holds beside its table.
        package var bytes: Int
        /// Cells of the dense root, and the level they are of.
        package var rootCells: Int
        package var rootLevel: Int
        /// Memory of the inner nodes, the leaves and the sets.
        package var nodeBytes: Int
        package var leafBytes: Int
        package var setBytes: Int
        /// Different sets of geofences.
        package var sets: Int
        var counts: CellCounts

        /// Cells with a boundary in them.
        package var leaves: Int { counts.leaves }
        /// Edges in leaves; an edge is in every leaf that it meets.
        package var leafEdges: Int { counts.leafEdges }
        /// Circles in leaves.
        package var leafCircles: Int { counts.leafCircles }
        /// Parts in leaves for which every lookup asks GEOS.
        package var askedParts: Int { counts.askedParts }
        /// The most edges in one leaf.
        package var hottestLeafEdges: Int { counts.hottestLeafEdges }
        /// The most geofences that one leaf has to test.
        package var hottestLeafFences: Int { counts.hottestLeafFences }
        /// No answer has more slots than this.
        package var largestAnswer: Int { counts.largestAnswer }
    }
}
