internal import Geofencing

/// The pieces of an input of which fixes are held back, in the order in which they were read.
///
/// There are no more than twice as many as fixes that wait, however much was read since: a device that has gone silent keeps
/// those of its last fixes alone.
struct HeldPieces: Sendable {
    private struct Piece {
        let number: UInt32
        /// Where it begins in the input.
        let start: Int
        /// How many of its fixes are held back.
        var held: Int
    }

    private var pieces: [Piece] = []
    /// How many of them hold nothing any more, and how many of these come before all others.
    private var (done, doneFirst) = (0, 0)
    /// The number of the next piece; the one after the largest is 0.
    private var next: UInt32
    private let reach: UInt32

    /// - Parameters:
    ///   - first: The number of the first piece.
    ///   - reach: By how much numbers that are in use may differ; by as much as it is, the order of two can be told.
    init(numberingFrom first: UInt32 = 0, reach: UInt32 = UInt32(Int32.max)) {
        next = first
        self.reach = reach
    }

    /// How many are remembered.
    var count: Int { pieces.count }

    /// Where the first begins of which something is held back; `nil` for none.
    var start: Int? { doneFirst < pieces.count ? pieces[doneFirst].start : nil }

    /// The number for the fixes of what is read next. Where the first piece is too long ago for another number it is that of the last.
    mutating func nextNumber() -> UInt32 {
        if let first = pieces.first, next &- first.number > reach { forgetDone() }
        if let first = pieces.first, let last = pieces.last, next &- first.number > reach { return last.number }
        defer { next &+= 1 }
        return next
    }

    /// Adds what was read, with how many of its fixes are held back.
    mutating func add(_ held: Int, from start: Int, numbered number: UInt32) {
        guard held > 0 else { return }
        if let last = pieces.last, last.number == number {
            pieces[pieces.count - 1].held += held
        } else {
            pieces.append(Piece(number: number, start: start, held: held))
        }
    }

    /// Takes note that a fix of the piece of this number is held back no longer.
    mutating func release(_ number: UInt32) {
        guard let first = pieces.first else { return }
        let position = pieces.partitioningIndex { $0.number &- first.number >= number &- first.number }
        pieces[position].held -= 1
        guard pieces[position].held == 0 else { return }
        done += 1
        while doneFirst < pieces.count, pieces[doneFirst].held == 0 { doneFirst += 1 }
        // Moving the others costs no more than what was done since the last time.
        if done * 2 > pieces.count { forgetDone() }
    }

    mutating func removeAll() {
        pieces = []
        (done, doneFirst) = (0, 0)
    }

    private mutating func forgetDone() {
        pieces.removeAll { $0.held == 0 }
        (done, doneFirst) = (0, 0)
    }
}
