// SAFETY: as in `CellIndex`. An answer has room for the largest and two vectors of four more, a worker's scratch for a bit
// per partial geofence of the hottest leaf.

extension CellIndex {
    /// Room for one lookup, or a group of them.
    @safe
    struct Worker {
        private let scratch: Scratch
        /// A bit for each partial geofence of a large leaf.
        let hits: UnsafeMutablePointer<UInt64>
        let group: UnsafeMutablePointer<Approach>
        /// What was found for each of the group, as in the detail of a memo.
        let answers: UnsafeMutablePointer<UInt32>
        /// The numbers of those of the group whose lookup is at the root or a node.
        let onTheirWay: UnsafeMutablePointer<UInt8>
        var onTheirWayCount = 0
        /// The numbers of those of the group whose lookup has come to a leaf.
        let inLeaves: UnsafeMutablePointer<UInt8>
        var inLeavesCount = 0

        init(statistics: Statistics) {
            scratch = Scratch(fences: statistics.hottestLeafFences)
            unsafe hits = scratch.hits
            unsafe group = scratch.group
            unsafe answers = scratch.answers
            unsafe onTheirWay = scratch.onTheirWay
            unsafe inLeaves = scratch.inLeaves
        }
    }

    /// Owns the memory of a worker.
    @safe
    private final class Scratch {
        let hits: UnsafeMutablePointer<UInt64>
        let group: UnsafeMutablePointer<Approach>
        let answers: UnsafeMutablePointer<UInt32>
        let onTheirWay: UnsafeMutablePointer<UInt8>
        let inLeaves: UnsafeMutablePointer<UInt8>

        init(fences: Int) {
            unsafe hits = .allocate(capacity: fences / 64 + 1)
            unsafe group = .allocate(capacity: LookupGroup.size)
            // Of lists one is written beyond those that stay.
            unsafe answers = .allocate(capacity: LookupGroup.size)
            unsafe onTheirWay = .allocate(capacity: LookupGroup.size + 1)
            unsafe inLeaves = .allocate(capacity: LookupGroup.size + 1)
        }

        deinit {
            unsafe hits.deallocate()
            unsafe group.deallocate()
            unsafe answers.deallocate()
            unsafe onTheirWay.deallocate()
            unsafe inLeaves.deallocate()
        }
    }

    /// Starts the lookup of one place of a group.
    @inline(__always)
    func begin(_ number: Int, x: Double, y: Double, worker: Worker) {
        start(number, Query(x: x, y: y, keys: Keys(grid, x: x, y: y)), worker)
    }

    /// Finds the answers of the first `count` places of a group.
    func approach(_ count: Int, worker: inout Worker) {
        descend(count, &worker)
        resolve(worker)
    }

    /// Finds the answer of the only place of a group, which may still be in the cell that the memo knows.
    @inline(__always)
    func approach(from memo: LookupMemo, worker: inout Worker) {
        let keys = unsafe worker.group[0].place.keys
        let beyond = ((keys.cellX ^ memo.cellX) | (keys.cellY ^ memo.cellY)) &>> memo.shift
        if beyond != 0 || !keys.areInside(grid) { return approach(1, worker: &worker) }
        unsafe worker.group[0].shift = memo.shift
        worker.inLeavesCount = 0
        worker.onTheirWayCount = 0
        take(0, to: CellEntry(raw: memo.token), &worker)
        resolve(worker)
    }

    /// Asks for what the answer of a place of a group is copied from. Where leaves are long, sets are too, and were asked for as soon as
    /// they were known: there nearly all are needed, and they take longer to come.
    @inline(__always)
    func fetchAnswer(_ number: Int, _ worker: Worker) {
        guard !hasLongLeaves else { return }
        let answer = unsafe CellLeaf.Answer(raw: worker.answers[number])
        if answer.isSet { prefetch(set: answer.setOffset) }
    }

    @inline(__always)
    func finish(_ number: Int, memo: inout LookupMemo, hits: inout HitList, worker: inout Worker) -> Bool {
        let before = memo
        memo = self.memo(of: number, worker)
        if memo.isSame(as: before) { return false }
        unsafe hits.replace(room: answerRoom) { out in unsafe write(number, worker, to: out) }
        return true
    }

    /// What is to be known of a place of a group whose lookup has ended.
    @inline(__always)
    func memo(of number: Int, _ worker: Worker) -> LookupMemo {
        unsafe LookupMemo(worker.group[number], detail: worker.answers[number])
    }

    /// Which of a group are certainly covered by the same geofences as the place before them, a bit for each.
    @inline(__always)
    func sameAsBefore(_ count: Int, _ worker: Worker) -> UInt64 {
        // Nothing is the same as a marked answer, which may be of another leaf.
        var before = CellLeaf.Answer.mark
        var same: UInt64 = 0
        for number in 0..<count {
            let answer = unsafe worker.answers[number]
            same = same &>> 1 | (answer == before && CellLeaf.Answer(raw: answer).isSet).bit &<< 63
            before = answer
        }
        return same &>> UInt64(truncatingIfNeeded: 64 &- count)
    }
}

extension CellIndex {
    /// Both are of one cell that is covered by the same geofences everywhere.
    ///
    /// The short way between two places of a cell leaves it only where the cell is wider than half a turn.
    @inline(__always)
    func isFreeOfBoundaries(between one: LookupMemo, _ other: LookupMemo) -> Bool {
        one.cellX == other.cellX && one.cellY == other.cellY && one.cellX != LookupMemo.nowhere
            && CellEntry(raw: one.token).kind == CellEntry.uniformKind && grid.side(level: grid.rootLevel) < 180
    }
}
