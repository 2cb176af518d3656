// SAFETY: as in `CellIndex`; entries that are no nodes read the first node, which is always there. The answers of a group
// have room for the largest answer per place and a vector of four more.

extension CellIndex {
    /// How many places are looked up together.
    private static let groupSize = 64

    /// What is known of the places of a group between the steps of a lookup.
    private struct Group: BitwiseCopyable {
        var place: Query
        var entry: UInt32
        var shift: UInt32
        var set: UInt32
    }

    /// Finds the slots of the geofences that cover each of many places, ascending and each once.
    ///
    /// Goes through the tree with many places at once, one level after the other, so that their cache misses overlap; for
    /// places in no particular order this is several times as fast as looking up one by one. Answers are in the order of
    /// the places.
    ///
    /// - Parameters:
    ///   - xs: Longitudes in -180 ..< 180.
    ///   - ys: As many latitudes in -90 ... 90.
    ///   - batch: Receives the answers, in place of what it held.
    package func lookUp(xs: Span<Double>, ys: Span<Double>, batch: inout HitBatch, worker: inout Worker) {
        precondition(xs.count == ys.count, "every place has two coordinates")
        batch.removeAll()
        let room = statistics.largestAnswer
        unsafe withUnsafeTemporaryAllocation(of: Group.self, capacity: Self.groupSize) { group in
            guard let group = group.baseAddress else { return }
            var first = 0
            while first < xs.count {
                let count = min(Self.groupSize, xs.count - first)
                for index in 0..<count {
                    let place = Query(grid, x: xs[first + index], y: ys[first + index])
                    unsafe (group + index).initialize(to: start(place))
                }
                while unsafe step(group, count: count) {}
                unsafe touch(group, count: count)
                unsafe batch.add(places: count, room: count * room + 8) { slots, used, ends in
                    var out = unsafe slots
                    for index in 0..<count {
                        unsafe out += answer(group + index, worker, to: out)
                        unsafe ends[index] = unsafe used + (out - slots)
                    }
                }
                first += count
            }
        }
    }

    @inline(__always)
    private func start(_ place: Query) -> Group {
        let x = place.cellX &>> grid.rootShift
        let y = place.cellY &>> grid.rootShift
        let entry = unsafe root[place.isInside ? Int(y &* grid.columns &+ x) : 0]
        return Group(
            place: place,
            entry: place.isInside ? entry : CellEntry.outside.raw,
            shift: grid.rootShift,
            set: 0
        )
    }

    /// Takes every place of a group that is at a node one level down; `false` if there was none.
    @inline(__always)
    private func step(_ group: UnsafeMutablePointer<Group>, count: Int) -> Bool {
        var nodes: UInt32 = 0
        for index in 0..<count {
            let raw = unsafe group[index].entry
            let entry = CellEntry(raw: raw)
            let isNode = entry.kind == CellEntry.nodeKind
            let bits = isNode ? entry.nodeBits : 0
            let shift = unsafe group[index].shift &- bits
            let mask = (1 &<< bits) &- 1
            let place = unsafe group[index].place
            let offset = ((place.cellY &>> shift) & mask) &<< bits | ((place.cellX &>> shift) & mask)
            let next = unsafe self.nodes[isNode ? entry.nodeOffset &+ Int(offset) : 0]
            unsafe group[index].entry = isNode ? next : raw
            unsafe group[index].shift = shift
            nodes |= isNode ? 1 : 0
        }
        return nodes != 0
    }

    /// Brings the leaves and sets of a group into the cache.
    @inline(__always)
    private func touch(_ group: UnsafeMutablePointer<Group>, count: Int) {
        var second: UInt32 = 0
        for index in 0..<count {
            let entry = unsafe CellEntry(raw: group[index].entry)
            let isLeaf = entry.kind == CellEntry.leafKind
            let record = unsafe isLeaf ? leaves + entry.leafOffset : UnsafeRawPointer(sets + entry.setOffset)
            let first = unsafe record.load(as: UInt32.self)
            // The arenas end with room for this.
            second &+= unsafe record.load(fromByteOffset: 64, as: UInt32.self)
            unsafe group[index].set = isLeaf ? first : UInt32(truncatingIfNeeded: entry.setOffset)
        }
        var counts: UInt32 = 0
        for index in 0..<count { unsafe counts &+= sets[Int(group[index].set)] }
        // Used, so that the loads are not left out.
        unsafe group[0].set = counts &+ second
    }

    /// Writes the answer for one place of a group and returns how many slots it has.
    @inline(__always)
    private func answer(_ group: UnsafeMutablePointer<Group>, _ worker: Worker, to out: UnsafeMutablePointer<UInt32>) -> Int {
        let entry = unsafe CellEntry(raw: group.pointee.entry)
        if entry.kind == CellEntry.uniformKind {
            let set = unsafe sets + entry.setOffset
            let count = unsafe Int(set[0])
            unsafe Self.copy(set + 1, to: out, count: count)
            return count
        }
        let record = unsafe leaves + entry.leafOffset
        let header = unsafe CellLeaf.Header(record)
        if header.isMarked {
            let count = unsafe answerLargeLeaf(record, group.pointee.place, worker)
            unsafe out.update(from: worker.slots, count: count)
            return count
        }
        return unsafe write(record, header, test(record, header, group.pointee.place), to: out)
    }
}
