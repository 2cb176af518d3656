internal import CPrefetch

// SAFETY: as in `CellIndex`; what has no leaf asks for the first leaf or reads it, and what has no set asks for the first
// set. These are always there, as is room for two cache lines behind the last, and nothing read there is used. A group is a
// worker's, as is the list of those on their way, which has room for all of a group and holds numbers of places that were
// started.

extension CellIndex {
    /// How far the lookup of a place has come.
    struct Approach: BitwiseCopyable {
        var keys: Keys
        /// Of the cell that it has come to, or where that stands in the root or the nodes.
        var entry: UInt32
        var shift: UInt32
    }

    // A group goes down level by level, so that its misses overlap. Those that are at nodes stand in a list, which is made
    // shorter without a branch: a branch would be taken as if at random. Each loop reads one kind of memory.

    /// Where the lookup of a place starts: at the cell of the memo if the place is in it, otherwise at the root.
    @inline(__always)
    func start(_ number: Int, _ keys: Keys, _ memo: LookupMemo, _ worker: inout Worker) {
        guard keys.areInside(grid) else {
            let outside = Approach(keys: keys, entry: CellEntry.outside.raw, shift: 0)
            unsafe (worker.group + number).initialize(to: outside)
            return
        }
        let shift = memo.shift
        let beyond = ((keys.cellX ^ memo.cellX) | (keys.cellY ^ memo.cellY)) &>> shift
        let isElsewhere = 0 &- ((beyond | (0 &- beyond)) &>> 31)
        let rootCell = keys.rootCell(grid)
        unsafe geofence_prefetch(root + Int(rootCell & isElsewhere))
        let approach = Approach(
            keys: keys,
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
            var place = unsafe worker.group[number]
            let node = CellEntry(raw: place.entry)
            place.shift = place.shift &- node.nodeBits
            let mask = (1 &<< node.nodeBits) &- 1
            let (column, row) = ((place.keys.cellX &>> place.shift) & mask, (place.keys.cellY &>> place.shift) & mask)
            let child = node.nodeOffset &+ Int(row &<< node.nodeBits | column)
            place.entry = UInt32(truncatingIfNeeded: child)
            unsafe worker.group[number] = place
            unsafe geofence_prefetch(nodes + child)
        }
    }

    /// Asks for the leaves and sets of a group, without waiting for them.
    @inline(__always)
    func fetch(_ group: UnsafeMutablePointer<Approach>, count: Int) {
        for index in 0..<count {
            let entry = unsafe CellEntry(raw: group[index].entry)
            let record = unsafe leaves + entry.leafOffsetOrFirst
            unsafe geofence_prefetch(record)
            unsafe geofence_prefetch(record + 64)
            unsafe geofence_prefetch(sets + Int(entry.raw &>> 2 & ~entry.leafMask))
        }
    }

    /// Asks for the sets and the third lines of the leaves of a group, for which it waits.
    @inline(__always)
    func fetchBehindLeaves(_ group: UnsafeMutablePointer<Approach>, count: Int) {
        for index in 0..<count {
            let entry = unsafe CellEntry(raw: group[index].entry)
            let record = unsafe leaves + entry.leafOffsetOrFirst
            let set = unsafe sets + Int(CellLeaf.Header(record).set & entry.leafMask)
            unsafe geofence_prefetch(set)
            unsafe geofence_prefetch(set + 16)
            unsafe geofence_prefetch(record + 128)
        }
    }
}
