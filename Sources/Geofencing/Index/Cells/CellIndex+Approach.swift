internal import CPrefetch

// SAFETY: as in `CellIndex`. A group belongs to a worker; the bits for its points are set for numbers of points that
// were started alone. An entry without a leaf prefetches the first leaf, and one without a set the first set, which
// always exist.

extension CellIndex {
    // A group goes down level by level, so that its cache misses overlap. One word has the bits of the points that are
    // at nodes, another the bits of those in leaves, and both are computed without branches, which would be
    // unpredictable. Each loop reads one kind of memory. A caller with more points starts the next group between
    // `descend` and `resolve`, so that leaves and nodes have time to arrive.

    /// Starts the lookup of a point at the root.
    @inline(__always)
    func start(_ number: Int, _ place: Query, _ worker: Worker) {
        unsafe (worker.group + number).initialize(to: place)
        let (entry, shift) = start(place.keys)
        unsafe worker.entries[number] = entry
        unsafe worker.shifts[number] = shift
    }

    /// Returns the position in the root of the entry for a point, which it prefetches, and the shift that determines
    /// the size of its cell.
    @inline(__always)
    func start(_ keys: Keys) -> (entry: UInt32, shift: UInt32) {
        // What is outside the grid gets size 0, so that no memo remembers a cell for it.
        var (entry, shift) = (UInt32(truncatingIfNeeded: grid.rootCount), UInt32(0))
        if keys.areInside(grid) { (entry, shift) = (keys.rootCell(grid), grid.rootShift) }
        unsafe geofence_prefetch(root + Int(entry))
        return (entry, shift)
    }

    /// Advances the `count` points of a group from `first` on to their entries in the root, and prefetches their leaves
    /// and the entries of those that are at nodes. A function of its own, so that loops around it have all registers.
    @inline(never)
    func descend(from first: Int, count: Int, worker: inout Worker) {
        for number in first..<first &+ count {
            let entry = unsafe root[Int(worker.entries[number])]
            unsafe worker.entries[number] = entry
            // For a cell with a boundary, and for a node, the answer is not known yet.
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

    /// Advances the points of a group that are at nodes to their entries there, by one level.
    @inline(__always)
    func arrive(from first: Int, _ worker: inout Worker) {
        var arriving = worker.atNodes
        worker.atNodes = 0
        while let number = arriving.takeLowestBit() {
            let entry = unsafe CellEntry(raw: nodes[Int(worker.entries[first &+ number])])
            take(number, of: first, to: entry, &worker)
        }
    }

    /// Moves a point of the group from `first` on to an entry, and prefetches what that leads to.
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

    /// Moves a point that is at a node to the position of its entry there, and prefetches the entry.
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

    /// Prefetches the leaf of an entry.
    @inline(__always)
    func fetch(_ entry: CellEntry) {
        let record = unsafe leaves + entry.leafOffsetOrFirst
        unsafe geofence_prefetch(record)
        unsafe prefetchRest(ofLeaf: record)
    }

    /// Prefetches the set of an entry.
    @inline(__always)
    private func fetchSet(_ entry: CellEntry) { unsafe geofence_prefetch(sets + entry.setOffsetOrFirst) }
}
