// SAFETY: as in `CellIndex`. An answer has room for the largest one and two vectors of four more, a worker's scratch
// for as many bits as a leaf has partial geofences at most. Fours of a group begin at numbers below its size and
// divisible by four, and one more answer precedes its answers.

extension CellIndex {
    /// The working memory for one lookup, or a group of them.
    @safe
    struct Worker {
        private let scratch: Scratch
        /// A bit for each partial geofence of a large leaf.
        let hits: UnsafeMutablePointer<UInt64>
        let group: UnsafeMutablePointer<Query>
        /// The entries of the cells that the group has come to, or their positions in the root or the nodes.
        let entries: UnsafeMutablePointer<UInt32>
        /// The shifts that determine the size of those cells.
        let shifts: UnsafeMutablePointer<UInt32>
        /// What was found for each point of the group, as in the detail of a memo; one more precedes the first.
        let answers: UnsafeMutablePointer<UInt32>
        /// The paths to where devices that are looked up alone may come next.
        let ahead: UnsafeMutablePointer<PathsAhead>
        /// The bits of the points of the group whose lookup has come to a leaf.
        var inLeaves: UInt64 = 0
        /// The bits of the points whose lookup is at a node.
        var atNodes: UInt64 = 0

        init(statistics: Statistics) {
            scratch = Scratch(partials: statistics.mostPartials)
            unsafe hits = scratch.hits
            unsafe group = scratch.group
            unsafe ahead = scratch.ahead
            unsafe entries = scratch.words
            unsafe shifts = scratch.words + LookupGroup.room
            unsafe answers = scratch.words + (2 * LookupGroup.room + 1)
        }

        /// Returns the entries of four points of the group.
        @inline(__always)
        func entries(_ first: Int) -> SIMD4<UInt32> { unsafe Self.four(entries + first) }

        /// Returns four answers, the first of them at `first`.
        @inline(__always)
        func answers(_ first: Int) -> SIMD4<UInt32> { unsafe Self.four(answers + first) }

        @inline(__always)
        private static func four(_ words: UnsafeMutablePointer<UInt32>) -> SIMD4<UInt32> {
            unsafe UnsafeRawPointer(words).loadUnaligned(as: SIMD4<UInt32>.self)
        }
    }

    /// The owner of a worker's memory.
    @safe
    private final class Scratch {
        let hits: UnsafeMutablePointer<UInt64>
        let group: UnsafeMutablePointer<Query>
        let ahead: UnsafeMutablePointer<PathsAhead>
        /// The entries, shifts and answers.
        let words: UnsafeMutablePointer<UInt32>

        init(partials: Int) {
            unsafe hits = .allocate(capacity: partials / 64 + 1)
            unsafe group = .allocate(capacity: LookupGroup.room)
            unsafe ahead = .allocate(capacity: 1)
            unsafe ahead.initialize(to: PathsAhead())
            // All of them are initialized, because those of a small group are read together with what follows them.
            unsafe words = .allocate(capacity: 3 * LookupGroup.room + 1)
            unsafe words.initialize(repeating: 0, count: 3 * LookupGroup.room + 1)
        }

        deinit {
            unsafe hits.deallocate()
            unsafe group.deallocate()
            unsafe ahead.deallocate()
            unsafe words.deallocate()
        }
    }

    /// Starts the lookup of one point of a group.
    @inline(__always)
    func begin(_ number: Int, x: Double, y: Double, worker: Worker) {
        start(number, Query(x: x, y: y, keys: Keys(grid, x: x, y: y)), worker)
    }

    /// Prefetches what the answer of a point of a group is copied from. Where leaves are long, sets are long too, and
    /// were prefetched as soon as they were known: nearly all of them are needed there, and they take longer to arrive.
    @inline(__always)
    func fetchAnswer(_ number: Int, _ worker: Worker) {
        guard !hasLongLeaves else { return }
        let answer = unsafe CellLeaf.Answer(raw: worker.answers[number])
        if answer.isSet { prefetch(set: answer.setOffset) }
    }

    /// Ends the lookup of one point of a group: leaves its memo and, in `hits`, its answer. Returns `false` and leaves
    /// only the memo if the geofences certainly are those of the memo before.
    @inline(__always)
    func finish(_ number: Int, memo: inout LookupMemo, hits: inout HitList, worker: borrowing Worker) -> Bool {
        let before = memo
        memo = self.memo(of: number, worker)
        if memo.isSame(as: before) { return false }
        unsafe hits.replace(room: answerRoom) { out in unsafe write(number, worker, to: out) }
        return true
    }

    /// Returns the memo of a point of a group whose lookup has ended.
    @inline(__always)
    func memo(of number: Int, _ worker: borrowing Worker) -> LookupMemo {
        unsafe LookupMemo(
            worker.group[number].keys,
            shift: worker.shifts[number],
            entry: worker.entries[number],
            detail: worker.answers[number]
        )
    }

    /// Returns which points of a group are certainly covered by the same geofences as the preceding point, as one bit
    /// for each.
    @inline(__always)
    func sameAsBefore(from first: Int, count: Int, _ worker: Worker) -> UInt64 {
        let same = LookupGroup.bits { four in
            let answers = worker.answers(first &+ four)
            // Not 0 if the two differ or are not sets: nothing equals a marked answer, which may be from another leaf.
            let other = (answers ^ worker.answers(first &+ four &- 1)) | (answers & CellLeaf.Answer.mark)
            return ((other &- 1) & ~other) &>> 31
        }
        return same & LookupGroup.bits(count) & ~1
    }
}

extension CellIndex {
    /// Returns whether both memos are from one cell that is covered by the same geofences everywhere.
    ///
    /// The short way between two points of a cell leaves it only if the cell is wider than half a turn.
    @inline(__always)
    func isFreeOfBoundaries(between one: LookupMemo, _ other: LookupMemo) -> Bool {
        one.cellX == other.cellX && one.cellY == other.cellY && one.cellX != LookupMemo.nowhere
            && CellEntry(raw: one.token).kind == CellEntry.uniformKind && grid.side(level: grid.rootLevel) < 180
    }
}
