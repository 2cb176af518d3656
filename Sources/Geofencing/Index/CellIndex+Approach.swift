internal import CPrefetch

// SAFETY: as in `CellIndex`; what has no leaf asks for the first leaf or reads it, and what has no set asks for the first
// set. These are always there, as is room for two cache lines behind the last, and nothing read there is used. A group is a
// worker's, as is the list of those on their way, which has room for all of a group and holds numbers of places that were
// started.

extension CellIndex {
    /// How far the lookup of a place has come.
    struct Approach: BitwiseCopyable {
        var keys: Keys
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
        worker.onTheirWayCount = advance(worker) { place in unsafe root[Int(place.entry)] }
        while worker.onTheirWayCount > 0 {
            worker.onTheirWayCount = advance(worker) { place in
                let node = CellEntry(raw: place.entry)
                let child = Self.child(of: node, place)
                place.shift = place.shift &- node.nodeBits
                return unsafe nodes[child]
            }
        }
    }

    /// Takes the places that are on their way one level down, and returns how many of them are at a node then.
    @inline(__always)
    private func advance(_ worker: Worker, _ next: (inout Approach) -> UInt32) -> Int {
        var kept = 0
        for position in 0..<worker.onTheirWayCount {
            let number = unsafe worker.onTheirWay[position]
            var place = unsafe worker.group[Int(number)]
            place.entry = next(&place)
            unsafe worker.group[Int(number)] = place
            let entry = CellEntry(raw: place.entry)
            unsafe geofence_prefetch(nodes + Self.child(of: entry, place) & Int(entry.nodeMask))
            unsafe worker.onTheirWay[kept] = number
            kept &+= Int(entry.nodeMask & 1)
        }
        return kept
    }

    /// Where a node has the entry for a place.
    @inline(__always)
    private static func child(of node: CellEntry, _ place: Approach) -> Int {
        let bits = node.nodeBits
        let shift = place.shift &- bits
        let mask = (1 &<< bits) &- 1
        let (column, row) = ((place.keys.cellX &>> shift) & mask, (place.keys.cellY &>> shift) & mask)
        return node.nodeOffset &+ Int(row &<< bits | column)
    }

    /// Asks for the leaves and sets of a group, without waiting for them.
    @inline(__always)
    func fetch(_ group: UnsafeMutablePointer<Approach>, count: Int) {
        for index in 0..<count {
            let entry = unsafe CellEntry(raw: group[index].entry)
            let isLeaf = entry.leafMask
            let record = unsafe leaves + Int(entry.raw &>> 2 & isLeaf) &<< 3
            unsafe geofence_prefetch(record)
            unsafe geofence_prefetch(record + 64)
            unsafe geofence_prefetch(sets + Int(entry.raw &>> 2 & ~isLeaf))
        }
    }

    /// Asks for the sets and the third lines of the leaves of a group, for which it waits.
    @inline(__always)
    func fetchBehindLeaves(_ group: UnsafeMutablePointer<Approach>, count: Int) {
        for index in 0..<count {
            let entry = unsafe CellEntry(raw: group[index].entry)
            let isLeaf = entry.leafMask
            let record = unsafe leaves + Int(entry.raw &>> 2 & isLeaf) &<< 3
            let set = unsafe sets + Int(CellLeaf.Header(record).set & isLeaf)
            unsafe geofence_prefetch(set)
            unsafe geofence_prefetch(set + 16)
            unsafe geofence_prefetch(record + 128)
        }
    }
}
