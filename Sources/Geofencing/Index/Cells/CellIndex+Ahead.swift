internal import CPrefetch

// SAFETY: as in `CellIndex`. Steps are at positions to which the index's own root, nodes and leaves lead, and those of
// a new step, 0, are the first entry of the root and the empty set, which always exist. They belong to a worker, which
// belongs to one index.

extension CellIndex {
    /// The paths down to three points that devices may come to next, each a step further along than the one after it.
    /// Each fix that arrives advances all of them by a step: what a step reads was prefetched one fix earlier, so
    /// nothing stalls on it, and when a device comes to such a point, the memory that its lookup reads is in the
    /// processor's cache.
    struct PathsAhead: BitwiseCopyable {
        private(set) var first = Step()
        private(set) var second = Step()
        private(set) var third = Step()

        /// The progress of a path.
        struct Step: BitwiseCopyable {
            var cellX: UInt32 = 0
            var cellY: UInt32 = 0
            /// Determines the size of the cell that the path has come to.
            var shift: UInt32 = 0
            /// The entry of that cell; for a path that has just begun, the position of the entry in the root.
            var entry: UInt32 = 0

            /// The position of the next entry in the nodes, if the path has come to a node.
            @inline(__always) var child: Int? {
                let node = CellEntry(raw: entry)
                guard node.nodeMask != 0 else { return nil }
                var shift = shift
                return node.child(cellX: cellX, cellY: cellY, shift: &shift)
            }
        }

        /// Begins a path, and moves up the other two.
        mutating func begin(_ next: Step, second: Step, third: Step) {
            (first, self.second, self.third) = (next, second, third)
        }
    }

    /// Prefetches what the lookup of a point that a device may come to will read, unless the point is in the cell that
    /// a memo knows.
    @inline(__always)
    func lookAhead(x: Double, y: Double, from memo: LookupMemo, worker: borrowing Worker) {
        let keys = Keys(grid, x: x, y: y)
        if !keys.areInCell(of: memo) { unsafe lookAhead(keys, &worker.ahead.pointee) }
    }

    /// Advances all paths by a step, which completes the last of them, and begins a new one.
    @inline(never)
    private func lookAhead(_ keys: Keys, _ ahead: inout PathsAhead) {
        fetchSets(of: ahead.third)
        let (entry, shift) = start(keys)
        let first = PathsAhead.Step(cellX: keys.cellX, cellY: keys.cellY, shift: shift, entry: entry)
        ahead.begin(first, second: stepFromRoot(ahead.first), third: stepFromNode(ahead.second))
    }

    /// Reads the entry of the root, and if it is a node, prefetches the entry in that node.
    @inline(__always)
    private func stepFromRoot(_ start: PathsAhead.Step) -> PathsAhead.Step {
        var step = start
        step.entry = unsafe root[Int(start.entry)]
        if let child = step.child { unsafe geofence_prefetch(nodes + child) }
        return step
    }

    /// Reads the entry of the node, if there is one, and prefetches the leaf. One node is enough: hardly any path has
    /// two.
    @inline(__always)
    private func stepFromNode(_ start: PathsAhead.Step) -> PathsAhead.Step {
        var step = start
        if let child = step.child { step.entry = unsafe nodes[child] }
        fetch(CellEntry(raw: step.entry))
        return step
    }

    /// Prefetches the sets from which an answer may be copied.
    @inline(__always)
    private func fetchSets(of step: PathsAhead.Step) {
        let entry = CellEntry(raw: step.entry)
        if entry.leafMask != 0 {
            let record = unsafe leaves + entry.leafOffset
            let header = unsafe CellLeaf.Header(record)
            if !header.isMarked { unsafe prefetchSets(record, header) }
        } else if entry.nodeMask == 0 {
            prefetch(set: entry.setOffset)
        }
    }
}
