internal import CPrefetch

// SAFETY: as in `CellIndex`. A group is a worker's, as is the list of those on their way, which has room for all of a group and
// one more, and holds numbers of places that were started.

extension CellIndex {
    /// How far the lookup of a place has come.
    struct Approach: BitwiseCopyable {
        let place: Query
        /// Of the cell that it has come to, or where that stands in the root or the nodes.
        var entry: UInt32
        var shift: UInt32
    }

    // A group goes down level by level, so that its misses overlap. Those that are at nodes stand in a list, which is made
    // shorter without a branch: a branch would be taken as if at random. Each loop reads one kind of memory.

    /// Where the lookup of a place starts: at the cell of the memo if the place is in it, otherwise at the root.
    @inline(__always)
    func start(_ number: Int, _ place: Query, _ memo: LookupMemo, _ worker: inout Worker) {
        let keys = place.keys
        guard keys.areInside(grid) else {
            let outside = Approach(place: place, entry: CellEntry.outside.raw, shift: 0)
            unsafe (worker.group + number).initialize(to: outside)
            return
        }
        let shift = memo.shift
        let beyond = ((keys.cellX ^ memo.cellX) | (keys.cellY ^ memo.cellY)) &>> shift
        let isElsewhere = 0 &- ((beyond | (0 &- beyond)) &>> 31)
        let rootCell = keys.rootCell(grid)
        unsafe geofence_prefetch(root + Int(rootCell & isElsewhere))
        let approach = Approach(
            place: place,
            entry: memo.token & ~isElsewhere | rootCell & isElsewhere,
            shift: grid.rootShift & isElsewhere | shift & ~isElsewhere
        )
        unsafe (worker.group + number).initialize(to: approach)
        unsafe worker.onTheirWay[worker.onTheirWayCount] = UInt8(truncatingIfNeeded: number)
        worker.onTheirWayCount &+= Int(isElsewhere & 1)
    }

    /// Takes every place of a group to its leaf or set.
    @inline(__always)
    func descend(_ worker: inout Worker) {
        var entries = unsafe root
        while worker.onTheirWayCount > 0 {
            worker.onTheirWayCount = unsafe read(entries, worker)
            stepDown(worker)
            unsafe entries = nodes
        }
    }

    /// Reads the entries that places on their way have come to, and returns how many of these are nodes.
    @inline(__always)
    private func read(_ entries: UnsafePointer<UInt32>, _ worker: Worker) -> Int {
        var kept = 0
        for position in 0..<worker.onTheirWayCount {
            let number = unsafe worker.onTheirWay[position]
            let entry = unsafe CellEntry(raw: entries[Int(worker.group[Int(number)].entry)])
            unsafe worker.group[Int(number)].entry = entry.raw
            unsafe worker.onTheirWay[kept] = number
            kept &+= Int(entry.nodeMask & 1)
        }
        return kept
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
