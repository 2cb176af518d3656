internal import Geofencing
internal import Synchronization

/// Holds the fixes of a watch back until older ones have had their time, and knows from where on the input must be read again so
/// that none of those held back is lost.
final class HeldFixes: Sendable {
    private struct State {
        var reorderer: CompactReorderer
        /// What was read in turn, from the first of which some are held back; and how many are.
        var pieces: [(start: Int, held: Int)] = []
        /// The number of the first of them; the one after the largest is 0.
        var first: UInt32
        /// How far the input was read.
        var end = 0
    }

    /// What came of some fixes.
    struct Result {
        /// What need not wait any longer, each device's in order of time.
        var ready: [CompactFix] = []
        /// What is older than may be.
        var late: [CompactFix] = []
        /// From where on the input must be read again, in bytes.
        var resumption = 0
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - lateness: How many milliseconds older than a device's newest fix another one may be.
    ///   - bestFirst: Whether of fixes of one time the one with the best accuracy comes first.
    ///   - first: The number that what is read first is given.
    init(lateness: Int64, bestFirst: Bool, numberingFrom first: UInt32 = 0) {
        state = Mutex(State(reorderer: CompactReorderer(lateness: lateness, bestFirst: bestFirst), first: first))
    }

    /// Takes the fixes that were read between two places of the input at a time.
    func take(_ fixes: [CompactFix], at present: Timestamp, from start: Int, to end: Int) -> Result {
        state.withLock { state in
            var result = Result()
            let number = state.first &+ UInt32(state.pieces.count)
            var piece = (start: start, held: 0)
            for var fix in fixes {
                fix.input = number
                if state.reorderer.add(fix, at: present.unixMilliseconds, to: &result.ready) {
                    piece.held += 1
                } else {
                    result.late.append(fix)
                }
            }
            state.pieces.append(piece)
            state.end = end
            for fix in result.ready { state.pieces[Int(fix.input &- state.first)].held -= 1 }
            let done = state.pieces.prefix { $0.held == 0 }.count
            state.pieces.removeFirst(done)
            state.first &+= UInt32(done)
            result.resumption = state.pieces.first?.start ?? end
            return result
        }
    }

    /// Hands on all that wait.
    func flush() -> Result {
        state.withLock { state in
            var result = Result()
            state.reorderer.flush(to: &result.ready)
            state.first &+= UInt32(state.pieces.count)
            state.pieces = []
            result.resumption = state.end
            return result
        }
    }
}
