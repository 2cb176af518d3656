// SAFETY: the arenas are written only by `init` and freed in `deinit`; the class has no mutable state, hence
// `@unchecked Sendable`. All offsets in entries and leaves were made by `CellBuilder` for these arenas. Sets end with
// room for one more vector of four, so that copying them may read beyond their end.

/// An index of adaptive cells over longitude and latitude that answers exactly as GEOS does.
///
/// Each cell either is covered by one set of geofences everywhere, or is a leaf with the few edges and circles that
/// cross it. Where a sign is not certain in floating point, GEOS decides.
@safe
final class CellIndex: @unchecked Sendable {
    let table: FenceTable
    let statistics: Statistics
    let grid: CellGrid
    /// The entries of the cells of the root, row by row, then that of everything outside the grid.
    let root: UnsafePointer<UInt32>
    /// The entries of all nodes.
    let nodes: UnsafePointer<UInt32>
    /// All leaves; see `CellLeaf`.
    let leaves: UnsafeRawPointer
    /// For each set the number of its slots and then the slots, ascending; the empty set is the first.
    let sets: UnsafePointer<UInt32>
    /// Whether many leaves take more than two cache lines.
    let hasLongLeaves: Bool
    /// Whether many leaves take more than three cache lines.
    let hasLongestLeaves: Bool
    /// GEOS, which decides where a sign is not certain.
    let fallback: CellFallback?

    /// Builds the index of the geofences in a table.
    ///
    /// - Parameters:
    ///   - table: The geofences.
    ///   - asksGEOS: Whether GEOS decides where a sign is not certain, without which answers may be wrong; a test shows
    ///     that.
    ///   - limits: How finely cells are divided; `nil` for as finely as pays off in an index that is kept.
    ///   - threads: The number of threads that build the index; it affects where things are in memory, but no answer.
    /// - Complexity: O(*n* log *n*) time and O(*n*) memory for *n* vertices and circles, unless the coordinates are
    ///   chosen adversarially.
    init(table: FenceTable, asksGEOS: Bool = true, limits: CellLimits? = nil, threads: Int = 1) {
        self.table = table
        fallback = asksGEOS ? CellFallback(table: table) : nil
        let survey = CellSurvey(table)
        let size = CellShare.input(of: table)
        var limits = limits ?? CellLimits()
        let leaves = size / limits.verticesPerLeaf + min(2 * size, limits.leavesOfSmallIndex)
        limits.coarsestLeaf = survey.boundary / Double(max(leaves, 1))
        let rootTarget = max(1 << 10, min(size / limits.verticesPerRootCell, 1 << 20))
        let grid = CellGrid(extent: survey.extent, rootTarget: rootTarget)
        self.grid = grid
        let built = CellBuilder.build(table, grid, limits, threads: threads)
        unsafe root = UnsafePointer(built.root)
        unsafe nodes = UnsafePointer(built.nodes)
        unsafe self.leaves = UnsafeRawPointer(built.leaves)
        unsafe sets = UnsafePointer(built.sets)
        hasLongLeaves = built.leafBytes > Self.longLeafBytes * built.counts.leaves
        hasLongestLeaves = built.leafBytes > Self.longestLeafBytes * built.counts.leaves
        statistics = Statistics(
            bytes: built.bytes,
            leafBytes: built.leafBytes,
            mostPartials: built.counts.mostPartials,
            largestAnswer: built.counts.largestAnswer
        )
    }

    /// The average size of a leaf in bytes above which `hasLongLeaves` is set; measured.
    private static let longLeafBytes = 96
    /// The average size of a leaf in bytes above which `hasLongestLeaves` is set; measured.
    private static let longestLeafBytes = 128

    deinit {
        unsafe root.deallocate()
        unsafe nodes.deallocate()
        unsafe leaves.deallocate()
        unsafe sets.deallocate()
    }
}

extension CellIndex {
    /// Statistics of an index.
    struct Statistics: Sendable {
        /// The memory of the index in bytes, excluding its table.
        var bytes: Int
        /// The memory of the leaves in bytes.
        var leafBytes: Int
        /// The largest number of partial geofences, which have to be tested, in one leaf.
        var mostPartials: Int
        /// An upper bound on the number of slots in an answer.
        var largestAnswer: Int
    }
}
