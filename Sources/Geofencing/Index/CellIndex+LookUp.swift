// SAFETY: as in `CellIndex`. An answer has room for the largest and two vectors of four more, a worker's scratch for a byte
// per partial geofence of the hottest leaf.

extension CellIndex {
    /// Room for one lookup, or a group of them.
    @safe
    struct Worker {
        private let scratch: Scratch
        let isHit: UnsafeMutablePointer<Bool>
        let group: UnsafeMutablePointer<Approach>
        /// What was found for each of the group.
        let answers: UnsafeMutablePointer<LookupMemo>
        /// The numbers of those of the group whose lookup is at the root or a node.
        let onTheirWay: UnsafeMutablePointer<UInt8>
        var onTheirWayCount = 0
        /// The numbers of those of the group whose lookup has come to a leaf.
        let inLeaves: UnsafeMutablePointer<UInt8>
        var inLeavesCount = 0

        init(statistics: Statistics) {
            scratch = Scratch(fences: statistics.hottestLeafFences)
            unsafe isHit = scratch.isHit
            unsafe group = scratch.group
            unsafe answers = scratch.answers
            unsafe onTheirWay = scratch.onTheirWay
            unsafe inLeaves = scratch.inLeaves
        }
    }

    /// Owns the memory of a worker.
    @safe
    private final class Scratch {
        let isHit: UnsafeMutablePointer<Bool>
        let group: UnsafeMutablePointer<Approach>
        let answers: UnsafeMutablePointer<LookupMemo>
        let onTheirWay: UnsafeMutablePointer<UInt8>
        let inLeaves: UnsafeMutablePointer<UInt8>

        init(fences: Int) {
            unsafe isHit = .allocate(capacity: max(fences, 1))
            unsafe group = .allocate(capacity: LookupGroup.size)
            // Of lists one is written beyond those that stay.
            unsafe answers = .allocate(capacity: LookupGroup.size)
            unsafe onTheirWay = .allocate(capacity: LookupGroup.size + 1)
            unsafe inLeaves = .allocate(capacity: LookupGroup.size + 1)
        }

        deinit {
            unsafe isHit.deallocate()
            unsafe group.deallocate()
            unsafe answers.deallocate()
            unsafe onTheirWay.deallocate()
            unsafe inLeaves.deallocate()
        }
    }

    /// Starts at the root, or at the cell that the memo knows if the place is in it.
    @inline(__always)
    func begin(_ number: Int, x: Double, y: Double, memo: LookupMemo, worker: inout Worker) {
        start(number, Query(x: x, y: y, keys: Keys(grid, x: x, y: y)), memo, &worker)
    }

    func approach(_ count: Int, worker: inout Worker) {
        descend(&worker)
        fetch(&worker, count: count)
        resolve(worker)
    }

    @inline(__always)
    func finish(_ number: Int, memo: inout LookupMemo, hits: inout HitList, worker: inout Worker) -> Bool {
        let before = memo
        memo = unsafe worker.answers[number]
        if memo.isSame(as: before) { return false }
        unsafe hits.replace(room: answerRoom) { out in unsafe write(memo, of: number, worker, to: out) }
        return true
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

extension CellEntry {
    /// The entry of all places outside the grid.
    static let outside = CellEntry(raw: uniformKind)
}
