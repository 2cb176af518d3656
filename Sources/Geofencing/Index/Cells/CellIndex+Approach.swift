internal import CPrefetch

// SAFETY: as in `CellIndex`. A group is a worker's; the bits for its places are set for numbers of places that were started alone. What
// has no leaf asks for the first leaf, and what has no set for the first set, which are always there.

extension CellIndex {
    // A group goes down level by level, so that its misses overlap. Those that are at nodes have their bits set in a word, as do those
    // in leaves, and both are made without a branch: a branch would be taken as if at random. Each loop reads one kind of memory.
    // Whoever has more places starts the next group between `descend` and `resolve`, so that leaves and nodes have time to come.

    /// Starts the lookup of a place at the root.
    @inline(__always)
    func start(_ number: Int, _ place: Query, _ worker: Worker) {
        unsafe (worker.group + number).initialize(to: place)
        let (entry, shift) = start(place.keys)
        unsafe worker.entries[number] = entry
        unsafe worker.shifts[number] = shift
    }

    /// Where in the root the entry for a place stands, for which it asks, and what tells the size of its cell.
    @inline(__always)
    func start(_ keys: Keys) -> (entry: UInt32, shift: UInt32) {
        // What is outside the grid has no size either, so that nobody remembers a cell for it.
        var (entry, shift) = (UInt32(truncatingIfNeeded: grid.rootCount), UInt32(0))
        if keys.areInside(grid) { (entry, shift) = (keys.rootCell(grid), grid.rootShift) }
        unsafe geofence_prefetch(root + Int(entry))
        return (entry, shift)
    }

    /// Takes the `count` places of a group from `first` on to what stands in the root for them, and asks for their leaves and for the
    /// entries of those that are at nodes. Apart, so that loops around it have all registers.
    @inline(never)
    func descend(from first: Int, count: Int, worker: inout Worker) {
        for number in first..<first &+ count {
            let entry = unsafe root[Int(worker.entries[number])]
            unsafe worker.entries[number] = entry
            // Of a cell with a boundary, and of a node, it is not known yet.
            unsafe worker.answers[number] = entry &>> 2
        }
        let started = LookupGroup.bits(count)
        worker.inLeaves = started & LookupGroup.bits { CellEntry.leafBits(worker.entries(first &+ $0)) }
        worker.atNodes = started & LookupGroup.bits { CellEntry.nodeBits(worker.entries(first &+ $0)) }
        var inLeaves = worker.inLeaves
        while let number = inLeaves.takeLowestBit() { unsafe fetch(CellEntry(raw: worker.entries[first &+ number])) }
        if hasLongLeaves {
            for number in first..<first &+ count { unsafe fetchSet(CellEntry(raw: worker.entries[number])) }
        }
        var atNodes = worker.atNodes
        while let number = atNodes.takeLowestBit() { stepDown(first &+ number, worker) }
    }

    /// Takes the places of a group that are at nodes to their entries for them, once.
    @inline(__always)
    func arrive(from first: Int, _ worker: inout Worker) {
        var arriving = worker.atNodes
        worker.atNodes = 0
        while let number = arriving.takeLowestBit() {
            let entry = unsafe CellEntry(raw: nodes[Int(worker.entries[first &+ number])])
            take(number, of: first, to: entry, &worker)
        }
    }

    /// Takes a place of the group from `first` on to an entry, and asks for what that leads to.
    @inline(__always)
    private func take(_ number: Int, of first: Int, to entry: CellEntry, _ worker: inout Worker) {
        unsafe worker.entries[first &+ number] = entry.raw
        unsafe worker.answers[first &+ number] = entry.raw &>> 2
        fetch(entry)
        if hasLongLeaves { fetchSet(entry) }
        worker.inLeaves |= UInt64(entry.leafMask & 1) &<< UInt64(truncatingIfNeeded: number)
        if entry.nodeMask == 0 { return }
        worker.atNodes |= 1 &<< UInt64(truncatingIfNeeded: number)
        stepDown(first &+ number, worker)
    }

    /// Takes a place that is at a node to where its entry for it stands, and asks for that.
    @inline(__always)
    private func stepDown(_ number: Int, _ worker: Worker) {
        let keys = unsafe worker.group[number].keys
        let node = unsafe CellEntry(raw: worker.entries[number])
        var shift = unsafe worker.shifts[number]
        let child = node.child(cellX: keys.cellX, cellY: keys.cellY, shift: &shift)
        unsafe worker.shifts[number] = shift
        unsafe worker.entries[number] = UInt32(truncatingIfNeeded: child)
        unsafe geofence_prefetch(nodes + child)
    }

    /// Asks for the leaf of an entry.
    @inline(__always)
    func fetch(_ entry: CellEntry) {
        let record = unsafe leaves + entry.leafOffsetOrFirst
        unsafe geofence_prefetch(record)
        unsafe prefetchRest(ofLeaf: record)
    }

    /// Asks for the set of an entry.
    @inline(__always)
    private func fetchSet(_ entry: CellEntry) { unsafe geofence_prefetch(sets + entry.setOffsetOrFirst) }
}
