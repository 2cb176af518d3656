// SAFETY: as in `CellIndex`. A group, its entries and its answers belong to a worker.

extension CellIndex {
    /// Finds the answers of the group from `first` on. The points whose leaves were prefetched long ago come first,
    /// while the memory that the others need is being fetched.
    func resolve(from first: Int, _ worker: inout Worker) {
        let inLeaves = worker.inLeaves
        worker.inLeaves = 0
        arrive(from: first, &worker)
        if inLeaves != 0 { resolve(inLeaves, from: first, worker) }
        while worker.atNodes != 0 { arrive(from: first, &worker) }
        if worker.inLeaves != 0 { resolve(worker.inLeaves, from: first, worker) }
    }

    /// Finds the answers for those points of a group that are in leaves.
    @inline(never)
    private func resolve(_ inLeaves: UInt64, from first: Int, _ worker: Worker) {
        var rest = inLeaves
        while let position = rest.takeLowestBit() {
            let number = first &+ position
            let record = unsafe leaves + CellEntry(raw: worker.entries[number]).leafOffset
            let header = unsafe CellLeaf.Header(record)
            if header.isMarked {
                unsafe worker.answers[number] = CellLeaf.Answer.unknown.raw
                continue
            }
            let place = unsafe worker.group[number]
            let answer = unsafe CellLeaf.Answer(record, header, mask: test(record, header, place))
            unsafe worker.answers[number] = answer.raw
            if hasLongLeaves { prefetch(set: answer.isSet ? answer.setOffset : Int(header.set)) }
        }
    }

    /// Writes the slots of the answer for a point of a group in ascending order, and returns how many there are.
    @inline(__always)
    func write(_ number: Int, _ worker: borrowing Worker, to slots: UnsafeMutablePointer<UInt32>) -> Int {
        let answer = unsafe CellLeaf.Answer(raw: worker.answers[number])
        guard answer.isSet else { return unsafe merge(answer, of: number, worker, to: slots) }
        let set = unsafe sets + answer.setOffset
        let count = unsafe Int(set[0])
        unsafe Self.copy(set + 1, to: slots, count: count)
        return count
    }

    @inline(never)
    private func merge(
        _ answer: CellLeaf.Answer,
        of number: Int,
        _ worker: borrowing Worker,
        to slots: UnsafeMutablePointer<UInt32>
    ) -> Int {
        let record = unsafe leaves + CellEntry(raw: worker.entries[number]).leafOffset
        return answer == .unknown
            ? unsafe answerLargeLeaf(record, worker.group[number], worker, to: slots)
            : unsafe merge(record, answer.mask, to: slots)
    }
}

extension LookupMemo {
    /// Creates the memo of a point that has come to the cell of an entry, which is `1 << shift` wide, and of what was
    /// found there.
    @inline(__always)
    init(_ keys: CellIndex.Keys, shift: UInt32, entry: UInt32, detail: UInt32) {
        // The shift takes up the five bits that it frees. Smaller cells are rare and not worth remembering, nor is what
        // lies outside the grid, which has no cell.
        cellX = shift >= 5 ? (keys.cellX &>> shift) &<< shift | shift : Self.nowhere
        cellY = (keys.cellY &>> shift) &<< shift
        token = entry
        self.detail = detail
    }

    /// The shift that determines the size of the cell: the lowest five bits of `cellX`.
    @inline(__always) var shift: UInt32 { cellX & 31 }

    /// Returns whether the same geofences certainly cover the points of both memos.
    @inline(__always)
    func isSame(as other: LookupMemo) -> Bool {
        let answer = CellLeaf.Answer(raw: detail)
        // A set is the same in every cell.
        return detail == other.detail && (answer.isSet || token == other.token && answer != .unknown)
    }
}
