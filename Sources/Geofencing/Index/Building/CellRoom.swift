/// The arenas in which an index is built, all in virtual memory that costs nothing until it is written.
struct CellRoom {
    private(set) var root: CellStack<UInt32>
    let nodes: CellStack<UInt32>
    let leaves: CellStack<UInt64>
    let sets: CellStack<UInt32>

    /// The number of elements in each arena.
    struct Size: BitwiseCopyable {
        fileprivate var nodes = 0
        fileprivate var leaves = 0
        fileprivate var sets = 0

        static let zero = Size()

        private init() {}

        /// Creates the usual size for this many vertices and sixteenths of circles.
        init(input: Int) {
            // Whole cache lines, so that what is aligned to lines within its range is also aligned in the whole.
            nodes = (1 << 10) + (input + 15) & ~15
            leaves = 4 * nodes
            sets = 4 * nodes
        }

        static func + (one: Size, other: Size) -> Size {
            var sum = one
            sum.nodes += other.nodes
            sum.leaves += other.leaves
            sum.sets += other.sets
            return sum
        }

        /// Whether every offset fits into a `CellEntry`.
        var isWithinEntries: Bool { max(nodes, leaves, sets) < 1 << 30 }
    }

    /// Creates arenas with an empty root; an arena grows if it turns out too small.
    init(_ grid: CellGrid, _ size: Size) {
        root = CellStack(capacity: grid.rootEntries + CellBuilder.spare(for: UInt32.self))
        nodes = CellStack(capacity: size.nodes)
        leaves = CellStack(capacity: size.leaves)
        sets = CellStack(capacity: size.sets)
        root.append(CellEntry.uniform(set: 0).raw, count: grid.rootEntries)
    }

    /// Creates arenas from the range of `whole` from `start` to `end`, and all of its root.
    init(within whole: CellRoom, from start: Size, to end: Size) {
        root = CellStack(within: whole.root, from: 0, to: whole.root.count)
        nodes = CellStack(within: whole.nodes, from: start.nodes, to: end.nodes)
        leaves = CellStack(within: whole.leaves, from: start.leaves, to: end.leaves)
        sets = CellStack(within: whole.sets, from: start.sets, to: end.sets)
    }

    func free() {
        root.free()
        nodes.free()
        leaves.free()
        sets.free()
    }
}
