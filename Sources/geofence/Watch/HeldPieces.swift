internal import Geofencing

/// The pieces of an input whose fixes are held back, in the order in which they were read.
///
/// There are at most twice as many pieces as waiting fixes, however much has been read since: a device that has gone
/// silent keeps only the pieces of its last fixes.
struct HeldPieces: Sendable {
    private struct Piece {
        let number: UInt32
        /// The position at which the piece begins in the input.
        let start: Int
        /// The number of its fixes that are held back.
        var held: Int
    }

    private var pieces: [Piece] = []
    /// The number of pieces that no longer hold any fixes, and how many of these come before all others.
    private var (done, doneFirst) = (0, 0)
    /// The number of the next piece; the largest number is followed by 0.
    private var next: UInt32
    private let reach: UInt32

    /// - Parameters:
    ///   - first: The number of the first piece.
    ///   - reach: The maximum difference between numbers in use; up to this difference the order of two numbers can be
    ///     determined.
    init(numberingFrom first: UInt32 = 0, reach: UInt32 = UInt32(Int32.max)) {
        next = first
        self.reach = reach
    }

    /// The number of pieces that are remembered.
    var count: Int { pieces.count }

    /// The position of the first piece with held fixes; `nil` if there is none.
    var start: Int? { doneFirst < pieces.count ? pieces[doneFirst].start : nil }

    /// Returns the number for the fixes that are read next. If the first piece is too long ago for a new number, this
    /// is the number of the last piece.
    mutating func nextNumber() -> UInt32 {
        if let first = pieces.first, next &- first.number > reach { removeDone() }
        if let first = pieces.first, let last = pieces.last, next &- first.number > reach { return last.number }
        defer { next &+= 1 }
        return next
    }

    /// Adds a piece that was read, with the number of its fixes that are held back.
    mutating func add(_ held: Int, from start: Int, numbered number: UInt32) {
        guard held > 0 else { return }
        if let last = pieces.last, last.number == number {
            pieces[pieces.count - 1].held += held
        } else {
            pieces.append(Piece(number: number, start: start, held: held))
        }
    }

    /// Records that a fix of the piece with this number is no longer held back.
    mutating func release(_ number: UInt32) {
        guard let first = pieces.first else { return }
        let position = pieces.partitioningIndex { $0.number &- first.number >= number &- first.number }
        pieces[position].held -= 1
        guard pieces[position].held == 0 else { return }
        done += 1
        while doneFirst < pieces.count, pieces[doneFirst].held == 0 { doneFirst += 1 }
        // Moving the others costs no more than the work done since the last time.
        if done * 2 > pieces.count { removeDone() }
    }

    mutating func removeAll() {
        pieces = []
        (done, doneFirst) = (0, 0)
    }

    private mutating func removeDone() {
        pieces.removeAll { $0.held == 0 }
        (done, doneFirst) = (0, 0)
    }
}
