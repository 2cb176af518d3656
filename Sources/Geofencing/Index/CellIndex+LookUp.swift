// SAFETY: as in `CellIndex`. An answer has room for the largest and two vectors of four more, a worker's scratch for a byte
// per partial geofence of the hottest leaf.

extension CellIndex {
    /// Room for one lookup, or a group of them.
    @safe
    package struct Worker {
        private let scratch: Scratch
        let isHit: UnsafeMutablePointer<Bool>
        let group: UnsafeMutablePointer<Approach>
        /// The numbers of those of the group whose lookup is at the root or a node.
        let onTheirWay: UnsafeMutablePointer<UInt8>
        var onTheirWayCount = 0

        fileprivate init(statistics: Statistics) {
            scratch = Scratch(fences: statistics.hottestLeafFences)
            unsafe isHit = scratch.isHit
            unsafe group = scratch.group
            unsafe onTheirWay = scratch.onTheirWay
        }
    }

    /// Owns the memory of a worker.
    @safe
    private final class Scratch {
        let isHit: UnsafeMutablePointer<Bool>
        let group: UnsafeMutablePointer<Approach>
        let onTheirWay: UnsafeMutablePointer<UInt8>

        init(fences: Int) {
            unsafe isHit = .allocate(capacity: max(fences, 1))
            unsafe group = .allocate(capacity: LookupGroup.size)
            // One is written beyond those that stay.
            unsafe onTheirWay = .allocate(capacity: LookupGroup.size + 1)
        }

        deinit {
            unsafe isHit.deallocate()
            unsafe group.deallocate()
            unsafe onTheirWay.deallocate()
        }
    }

    package func makeWorker() throws(GeofenceError) -> Worker { Worker(statistics: statistics) }

    package func lookUp(
        x: Double,
        y: Double,
        memo: inout LookupMemo,
        hits: inout HitList,
        worker: inout Worker
    ) -> Bool {
        begin(0, x: x, y: y, memo: memo, worker: &worker)
        descend(&worker)
        return finish(0, x: x, y: y, memo: &memo, hits: &hits, worker: &worker)
    }

    /// Starts at the root, or at the cell that the memo knows if the place is in it.
    @inline(__always)
    package func begin(_ number: Int, x: Double, y: Double, memo: LookupMemo, worker: inout Worker) {
        start(number, Keys(grid, x: x, y: y), memo, &worker)
    }

    package func approach(_ count: Int, worker: inout Worker) {
        descend(&worker)
        unsafe fetch(worker.group, count: count)
        if hasFarSets { unsafe fetchBehindLeaves(worker.group, count: count) }
    }

    @inline(__always)
    package func finish(
        _ number: Int,
        x: Double,
        y: Double,
        memo: inout LookupMemo,
        hits: inout HitList,
        worker: inout Worker
    ) -> Bool {
        let place = unsafe Query(x: x, y: y, keys: worker.group[number].keys)
        let entry = unsafe CellEntry(raw: worker.group[number].entry)
        if entry.kind == CellEntry.uniformKind {
            let set = UInt32(truncatingIfNeeded: entry.setOffset)
            unsafe memo.remember(entry, place.keys, shift: worker.group[number].shift)
            if memo.detail == set { return false }
            memo.detail = set
            unsafe hits.replace(room: answerRoom) { out in unsafe copySet(at: entry.setOffset, to: out) }
            return true
        }
        let record = unsafe leaves + entry.leafOffset
        let header = unsafe CellLeaf.Header(record)
        if header.isMarked {
            memo = LookupMemo()
            unsafe hits.replace(room: answerRoom) { out in unsafe answerLargeLeaf(record, place, worker, to: out) }
            return true
        }
        let answer = unsafe CellLeaf.Answer(record, header, mask: test(record, header, place))
        let before = memo
        memo.remember(entry, place.keys, shift: CellGrid.cellBits &- header.level)
        memo.detail = answer.raw
        // A set is the same in every cell.
        if before.detail == answer.raw, answer.isSet || before.token == entry.raw { return false }
        unsafe hits.replace(room: answerRoom) { out in unsafe write(answer, record, header, to: out) }
        return true
    }
}

extension CellIndex {
    /// Both are of one cell that is covered by the same geofences everywhere.
    ///
    /// The short way between two places of a cell leaves it only where the cell is wider than half a turn.
    @inline(__always)
    package func isFreeOfBoundaries(between one: LookupMemo, _ other: LookupMemo) -> Bool {
        one.cellX == other.cellX && one.cellY == other.cellY && one.cellX != LookupMemo.nowhere
            && CellEntry(raw: one.token).kind == CellEntry.uniformKind && grid.side(level: grid.rootLevel) < 180
    }
}

extension LookupMemo {
    /// The shift that tells the size of the cell: the lowest five bits of `cellX`.
    @inline(__always) var shift: UInt32 { cellX & 31 }

    @inline(__always)
    fileprivate mutating func remember(_ entry: CellEntry, _ keys: CellIndex.Keys, shift: UInt32) {
        token = entry.raw
        // The shift needs the five bits that it makes free. Smaller cells are rare and not worth remembering, nor is
        // what lies outside the grid, which has no cell.
        cellX = shift >= 5 ? (keys.cellX &>> shift) &<< shift | shift : Self.nowhere
        cellY = (keys.cellY &>> shift) &<< shift
    }
}

extension CellEntry {
    /// The entry of all places outside the grid.
    static let outside = CellEntry(raw: uniformKind)
}
