/// The arenas that an index is built in, all in virtual memory that costs nothing where it is not written.
struct CellRoom {
    private(set) var root: CellStack<UInt32>
    let nodes: CellStack<UInt32>
    let leaves: CellStack<UInt64>
    let sets: CellStack<UInt32>

    /// Numbers of elements.
    struct Size: BitwiseCopyable {
        fileprivate var nodes = 0
        fileprivate var leaves = 0
        fileprivate var sets = 0

        static let zero = Size()

        private init() {}

        /// What is usual for so many vertices and sixteenths of circles.
        init(input: Int) {
            // Whole cache lines, so that what is laid out on lines in its stretch is so in the whole.
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

    /// Room of its own with an empty root; an arena takes more when that is not enough.
    init(_ grid: CellGrid, _ size: Size) {
        root = CellStack(capacity: grid.rootEntries + CellBuilder.spare(for: UInt32.self))
        nodes = CellStack(capacity: size.nodes)
        leaves = CellStack(capacity: size.leaves)
        sets = CellStack(capacity: size.sets)
        root.append(CellEntry.uniform(set: 0).raw, count: grid.rootEntries)
    }

    /// The stretch of `whole` from `start` to `end`, and all of its root.
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
