// SAFETY: as in `CellIndex`. A group, its answers and its lists of numbers are a worker's.

extension CellIndex {
    /// Finds the answers of the places in leaves.
    @inline(__always)
    func resolve(_ worker: Worker) {
        for position in 0..<worker.inLeavesCount {
            let number = unsafe Int(worker.inLeaves[position])
            let approach = unsafe worker.group[number]
            let record = unsafe leaves + CellEntry(raw: approach.entry).leafOffset
            let header = unsafe CellLeaf.Header(record)
            if header.isMarked {
                unsafe worker.answers[number] = CellLeaf.Answer.unknown.raw
                continue
            }
            let answer = unsafe CellLeaf.Answer(record, header, mask: test(record, header, approach.place))
            unsafe worker.answers[number] = answer.raw
            if hasLongLeaves { prefetch(set: answer.isSet ? answer.setOffset : Int(header.set)) }
        }
    }

    /// Writes the slots of the answer for a place of a group, ascending, and returns how many there are.
    @inline(__always)
    func write(_ number: Int, _ worker: Worker, to slots: UnsafeMutablePointer<UInt32>) -> Int {
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
        _ worker: Worker,
        to slots: UnsafeMutablePointer<UInt32>
    ) -> Int {
        let approach = unsafe worker.group[number]
        let record = unsafe leaves + CellEntry(raw: approach.entry).leafOffset
        return answer == .unknown
            ? unsafe answerLargeLeaf(record, approach.place, worker, to: slots)
            : unsafe merge(record, answer.mask, to: slots)
    }
}

extension LookupMemo {
    /// Of a place that has come to its cell, and what was found there.
    @inline(__always)
    init(_ approach: CellIndex.Approach, detail: UInt32) {
        let (keys, shift) = (approach.place.keys, approach.shift)
        // The shift needs the five bits that it makes free. Smaller cells are rare and not worth remembering, nor is
        // what lies outside the grid, which has no cell.
        cellX = shift >= 5 ? (keys.cellX &>> shift) &<< shift | shift : Self.nowhere
        cellY = (keys.cellY &>> shift) &<< shift
        token = approach.entry
        self.detail = detail
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
