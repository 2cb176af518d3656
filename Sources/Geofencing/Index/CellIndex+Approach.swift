internal import CPrefetch

// SAFETY: as in `CellIndex`; what is not at a node reads the first node, what has no leaf the first leaf, and what has no
// set the first set, which are always there, as is room for two cache lines behind the last. A group is a worker's, with
// `count` places started.

extension CellIndex {
    /// How far the lookup of a place has come.
    struct Approach: BitwiseCopyable {
        var cellX: UInt32
        var cellY: UInt32
        var entry: UInt32
        var shift: UInt32
        /// The cell of the root to enter by, if `isElsewhere` has all bits; otherwise `entry` is known.
        var rootCell: UInt32
        var isElsewhere: UInt32
    }

    // What depends on the kind of an entry is chosen by masks and not by branches, which would be taken as if at random
    // and keep the misses of a group from overlapping. Each loop reads one kind of memory for the same reason.

    /// Where the lookup of a place starts: at the cell of the memo if the place is in it, otherwise at the root.
    @inline(__always)
    func start(_ place: Query, _ memo: LookupMemo) -> Approach {
        guard place.isInside else {
            return Approach(
                cellX: 0,
                cellY: 0,
                entry: CellEntry.outside.raw,
                shift: 0,
                rootCell: 0,
                isElsewhere: 0
            )
        }
        let shift = memo.shift
        let beyond = ((place.cellX ^ memo.cellX) | (place.cellY ^ memo.cellY)) &>> shift
        let isElsewhere = 0 &- ((beyond | (0 &- beyond)) &>> 31)
        let rootCell = (place.cellY &>> grid.rootShift) &* grid.columns &+ (place.cellX &>> grid.rootShift)
        unsafe geofence_prefetch(root + Int(rootCell & isElsewhere))
        return Approach(
            cellX: place.cellX,
            cellY: place.cellY,
            entry: memo.token & ~isElsewhere,
            shift: grid.rootShift & isElsewhere | shift & ~isElsewhere,
            rootCell: rootCell & isElsewhere,
            isElsewhere: isElsewhere
        )
    }

    /// Enters with every place of a group by the root.
    @inline(__always)
    func enter(_ group: UnsafeMutablePointer<Approach>, count: Int) {
        for index in 0..<count {
            let entry = unsafe group[index].entry | root[Int(group[index].rootCell)] & group[index].isElsewhere
            unsafe group[index].entry = entry
            unsafe fetchNode(CellEntry(raw: entry), group[index])
        }
    }

    /// Takes every place of a group that is at a node one level down; `false` if there was none.
    @inline(__always)
    func step(_ group: UnsafeMutablePointer<Approach>, count: Int) -> Bool {
        var nodes: UInt32 = 0
        for index in 0..<count {
            let raw = unsafe group[index].entry
            let entry = CellEntry(raw: raw)
            let isNode = entry.nodeMask
            let bits = entry.nodeBits & isNode
            let shift = unsafe group[index].shift &- bits
            let mask = (1 &<< bits) &- 1
            let x = unsafe (group[index].cellX &>> shift) & mask
            let y = unsafe (group[index].cellY &>> shift) & mask
            let offset = y &<< bits | x
            let next = unsafe self.nodes[(entry.nodeOffset &+ Int(offset)) & Int(isNode)]
            unsafe group[index].entry = next & isNode | raw & ~isNode
            unsafe group[index].shift = shift
            unsafe fetchNode(CellEntry(raw: group[index].entry), group[index])
            nodes |= isNode
        }
        return nodes != 0
    }

    @inline(__always)
    private func fetchNode(_ entry: CellEntry, _ place: Approach) {
        let bits = entry.nodeBits
        let shift = place.shift &- bits
        let mask = (1 &<< bits) &- 1
        let offset = ((place.cellY &>> shift) & mask) &<< bits | ((place.cellX &>> shift) & mask)
        unsafe geofence_prefetch(nodes + (entry.nodeOffset &+ Int(offset)) & Int(entry.nodeMask))
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
}
