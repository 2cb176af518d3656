internal import CPrefetch

// SAFETY: as in `CellIndex`; what has no leaf asks for the first leaf, and what has no set asks for the first set. These are
// always there; asking for what lies behind the last does no harm. A group, its answers and its lists of numbers are a worker's.

extension CellIndex {
    /// Asks for the leaves and sets that a group has come to without waiting for them, and notes the answers of those places
    /// that are in cells without a boundary. The others, whose answers still miss, are listed.
    @inline(__always)
    func fetch(_ worker: inout Worker, count: Int) {
        var listed = 0
        for number in 0..<count {
            let approach = unsafe worker.group[number]
            let entry = CellEntry(raw: approach.entry)
            let record = unsafe leaves + entry.leafOffsetOrFirst
            unsafe geofence_prefetch(record)
            unsafe geofence_prefetch(record + 64)
            if hasLongLeaves { unsafe geofence_prefetch(record + 128) }
            unsafe geofence_prefetch(sets + Int(entry.raw &>> 2 & ~entry.leafMask))
            let answer = LookupMemo(entry, approach.place.keys, shift: approach.shift)
            unsafe (worker.answers + number).initialize(to: answer)
            unsafe worker.inLeaves[listed] = UInt8(truncatingIfNeeded: number)
            listed &+= Int(entry.leafMask & 1)
        }
        worker.inLeavesCount = listed
    }

    /// Finds the answers of the places in leaves, and asks for their sets.
    @inline(__always)
    func resolve(_ worker: Worker) {
        for position in 0..<worker.inLeavesCount {
            let number = unsafe Int(worker.inLeaves[position])
            let approach = unsafe worker.group[number]
            let record = unsafe leaves + CellEntry(raw: approach.entry).leafOffset
            let header = unsafe CellLeaf.Header(record)
            if header.isMarked {
                unsafe worker.answers[number].detail = CellLeaf.Answer.unknown.raw
                continue
            }
            let answer = unsafe CellLeaf.Answer(record, header, mask: test(record, header, approach.place))
            unsafe worker.answers[number].detail = answer.raw
            let set = unsafe sets + (answer.isSet ? answer.setOffset : Int(header.set))
            unsafe geofence_prefetch(set)
            unsafe geofence_prefetch(set + 16)
        }
    }

    /// Writes the slots of the answer for a place of a group, ascending, and returns how many there are.
    @inline(__always)
    func write(_ memo: LookupMemo, of number: Int, _ worker: Worker, to slots: UnsafeMutablePointer<UInt32>) -> Int {
        let answer = CellLeaf.Answer(raw: memo.detail)
        guard answer.isSet else { return unsafe merge(memo, of: number, worker, to: slots) }
        let set = unsafe sets + answer.setOffset
        let count = unsafe Int(set[0])
        unsafe Self.copy(set + 1, to: slots, count: count)
        return count
    }

    @inline(never)
    private func merge(
        _ memo: LookupMemo,
        of number: Int,
        _ worker: Worker,
        to slots: UnsafeMutablePointer<UInt32>
    ) -> Int {
        let answer = CellLeaf.Answer(raw: memo.detail)
        let record = unsafe leaves + CellEntry(raw: memo.token).leafOffset
        return answer == .unknown
            ? unsafe answerLargeLeaf(record, worker.group[number].place, worker, to: slots)
            : unsafe merge(record, answer.mask, to: slots)
    }
}

extension LookupMemo {
    /// Of a place in a cell that is covered by one set everywhere; the detail of others is not known yet.
    @inline(__always)
    fileprivate init(_ entry: CellEntry, _ keys: CellIndex.Keys, shift: UInt32) {
        // The shift needs the five bits that it makes free. Smaller cells are rare and not worth remembering, nor is
        // what lies outside the grid, which has no cell.
        cellX = shift >= 5 ? (keys.cellX &>> shift) &<< shift | shift : Self.nowhere
        cellY = (keys.cellY &>> shift) &<< shift
        token = entry.raw
        detail = UInt32(truncatingIfNeeded: entry.setOffset)
    }

    /// The shift that tells the size of the cell: the lowest five bits of `cellX`.
    @inline(__always) var shift: UInt32 { cellX & 31 }

    /// Whether the same geofences certainly cover the places of both.
    @inline(__always)
    func isSame(as other: LookupMemo) -> Bool {
        let answer = CellLeaf.Answer(raw: detail)
        // A set is the same in every cell.
        return detail == other.detail && (answer.isSet || token == other.token && answer != .unknown)
    }
}
