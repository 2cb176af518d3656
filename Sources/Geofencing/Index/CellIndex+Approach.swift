internal import CPrefetch

// SAFETY: as in `CellIndex`. A group is a worker's, as are the lists of those on their way and of those in leaves, which have room for
// all of a group and one more, and hold numbers of places that were started. What has no leaf asks for the first leaf, and what has
// no set for the first set, which are always there.

extension CellIndex {
    /// How far the lookup of a place has come.
    struct Approach: BitwiseCopyable {
        let place: Query
        /// Of the cell that it has come to, or where that stands in the root or the nodes.
        var entry: UInt32
        var shift: UInt32
    }

    // A group goes down level by level, so that its misses overlap. Those that are at nodes stand in a list, as do those in leaves,
    // and both are made without a branch: a branch would be taken as if at random. Each loop reads one kind of memory.

    /// Starts the lookup of a place at the root.
    @inline(__always)
    func start(_ number: Int, _ place: Query, _ worker: Worker) {
        let isInside = place.keys.areInside(grid)
        // What is outside the grid has no size either, so that nobody remembers a cell for it.
        let approach = Approach(
            place: place,
            entry: isInside ? place.keys.rootCell(grid) : UInt32(truncatingIfNeeded: grid.rootCount),
            shift: isInside ? grid.rootShift : 0
        )
        unsafe geofence_prefetch(root + Int(approach.entry))
        unsafe (worker.group + number).initialize(to: approach)
    }

    /// Takes the first `count` places of a group to their cells, and asks for the leaves of those that have one.
    @inline(__always)
    func descend(_ count: Int, _ worker: inout Worker) {
        worker.inLeavesCount = 0
        worker.onTheirWayCount = 0
        for number in 0..<count { unsafe arrive(number, at: root, &worker) }
        while worker.onTheirWayCount > 0 {
            stepDown(worker)
            let started = worker.onTheirWayCount
            worker.onTheirWayCount = 0
            for position in 0..<started { unsafe arrive(Int(worker.onTheirWay[position]), at: nodes, &worker) }
        }
    }

    /// Reads the entry that a place has come to, and lists the place if that is a node or a leaf.
    @inline(__always)
    private func arrive(_ number: Int, at entries: UnsafePointer<UInt32>, _ worker: inout Worker) {
        unsafe take(number, to: CellEntry(raw: entries[Int(worker.group[number].entry)]), &worker)
    }

    /// Takes a place to an entry.
    @inline(__always)
    func take(_ number: Int, to entry: CellEntry, _ worker: inout Worker) {
        unsafe worker.group[number].entry = entry.raw
        // Of a cell with a boundary, and of a node, it is not known yet.
        unsafe worker.answers[number] = UInt32(truncatingIfNeeded: entry.setOffset)
        let record = unsafe leaves + entry.leafOffsetOrFirst
        unsafe geofence_prefetch(record)
        unsafe geofence_prefetch(record + 64)
        if hasLongLeaves {
            unsafe geofence_prefetch(record + 128)
            unsafe geofence_prefetch(sets + entry.setOffsetOrFirst)
        }
        unsafe worker.inLeaves[worker.inLeavesCount] = UInt8(truncatingIfNeeded: number)
        worker.inLeavesCount &+= Int(entry.leafMask & 1)
        unsafe worker.onTheirWay[worker.onTheirWayCount] = UInt8(truncatingIfNeeded: number)
        worker.onTheirWayCount &+= Int(entry.nodeMask & 1)
    }

    /// Takes the places that are at a node to its entry for them, and asks for it.
    @inline(__always)
    private func stepDown(_ worker: Worker) {
        for position in 0..<worker.onTheirWayCount {
            let number = unsafe Int(worker.onTheirWay[position])
            let keys = unsafe worker.group[number].place.keys
            let node = unsafe CellEntry(raw: worker.group[number].entry)
            let shift = unsafe worker.group[number].shift &- node.nodeBits
            let mask = (1 &<< node.nodeBits) &- 1
            let (column, row) = ((keys.cellX &>> shift) & mask, (keys.cellY &>> shift) & mask)
            let child = node.nodeOffset &+ Int(row &<< node.nodeBits | column)
            unsafe worker.group[number].shift = shift
            unsafe worker.group[number].entry = UInt32(truncatingIfNeeded: child)
            unsafe geofence_prefetch(nodes + child)
        }
    }
}
