internal import CPrefetch

// SAFETY: as in `CellIndex`. Steps are where an index's own root, nodes and leaves lead, and what a new one says, 0, is the first entry of
// the root and the empty set, which are always there. They are a worker's, who is one index's.

extension CellIndex {
    /// The ways down to three places that devices may come to next, each a step further than the one behind it. Each fix that comes takes
    /// all of them a step: what that reads was asked for a fix before, so nobody waits for it, and when a device comes to such a place
    /// the memory that its lookup reads is in the processor's cache.
    struct WaysAhead: BitwiseCopyable {
        private(set) var first = Step()
        private(set) var second = Step()
        private(set) var third = Step()

        /// How far a way has come.
        struct Step: BitwiseCopyable {
            var cellX: UInt32 = 0
            var cellY: UInt32 = 0
            /// What tells the size of the cell that it has come to.
            var shift: UInt32 = 0
            /// Of that cell; of a way that has just begun, where it stands in the root.
            var entry: UInt32 = 0

            /// Where in the nodes the entry for it stands, if it has come to one.
            @inline(__always) var child: Int? {
                let node = CellEntry(raw: entry)
                guard node.nodeMask != 0 else { return nil }
                var shift = shift
                return node.child(cellX: cellX, cellY: cellY, shift: &shift)
            }
        }

        /// Begins a way, and puts the others behind each other.
        mutating func begin(_ next: Step, second: Step, third: Step) {
            (first, self.second, self.third) = (next, second, third)
        }
    }

    /// Asks for what the lookup of a place will read to which a device may come, unless that is in the cell that a memo knows.
    @inline(__always)
    func lookAhead(x: Double, y: Double, from memo: LookupMemo, worker: borrowing Worker) {
        let keys = Keys(grid, x: x, y: y)
        if !keys.areInCell(of: memo) { unsafe lookAhead(keys, &worker.ahead.pointee) }
    }

    /// Takes all ways a step, the last of which ends, and begins one.
    @inline(never)
    private func lookAhead(_ keys: Keys, _ ahead: inout WaysAhead) {
        fetchSets(of: ahead.third)
        let (entry, shift) = start(keys)
        let first = WaysAhead.Step(cellX: keys.cellX, cellY: keys.cellY, shift: shift, entry: entry)
        ahead.begin(first, second: stepFromRoot(ahead.first), third: stepFromNode(ahead.second))
    }

    /// Reads the entry of the root, and asks for that of the node if it is one.
    @inline(__always)
    private func stepFromRoot(_ start: WaysAhead.Step) -> WaysAhead.Step {
        var step = start
        step.entry = unsafe root[Int(start.entry)]
        if let child = step.child { unsafe geofence_prefetch(nodes + child) }
        return step
    }

    /// Reads the entry of the node, if there is one, and asks for the leaf. One node is enough: hardly any way has two.
    @inline(__always)
    private func stepFromNode(_ start: WaysAhead.Step) -> WaysAhead.Step {
        var step = start
        if let child = step.child { step.entry = unsafe nodes[child] }
        fetch(CellEntry(raw: step.entry))
        return step
    }

    /// Asks for the sets that an answer may be copied from.
    @inline(__always)
    private func fetchSets(of step: WaysAhead.Step) {
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
