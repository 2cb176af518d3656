internal import Geofencing
internal import Synchronization

/// Holds the fixes of a watch back until older ones have had time to arrive, and knows the position from which the
/// input must be read again so that none of the held fixes is lost.
final class HeldFixes: Sendable {
    private struct State {
        var reorderer: CompactReorderer
        var pieces: HeldPieces
        /// The position up to which the input was read.
        var end = 0
        /// The second since 1970 in which silent devices were last checked.
        var lastCheck: Int64?

        /// Releases the fixes that became ready.
        mutating func release(_ result: inout Result) {
            for fix in result.ready { pieces.release(fix.input) }
            result.resumption = pieces.start ?? end
        }
    }

    /// The outcome of passing in some fixes.
    struct Result {
        /// The fixes that need not wait any longer, in time order for each device. Where no fix waits, late ones are
        /// among them.
        var ready: [CompactFix] = []
        /// The fixes that are not used, and the reasons.
        var unused: [(fix: CompactFix, reason: Rejection)] = []
        /// The position, in bytes, from which the input must be read again.
        var resumption = 0
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - reorderer: Decides how long fixes wait.
    ///   - pieces: Numbers the pieces of input that are read.
    init(_ reorderer: CompactReorderer, pieces: HeldPieces = HeldPieces()) {
        state = Mutex(State(reorderer: reorderer, pieces: pieces))
    }

    /// The number of pieces of the input that are remembered.
    var pieceCount: Int { state.withLock { $0.pieces.count } }

    /// Takes the fixes that were read between two positions of the input, at the given time.
    func take(_ fixes: [CompactFix], at present: Timestamp, from start: Int, to end: Int) -> Result {
        state.withLock { state in
            var result = Result()
            let number = state.pieces.nextNumber()
            var held = 0
            for var fix in fixes {
                fix.input = number
                switch state.reorderer.add(fix, at: present.unixMilliseconds, to: &result.ready) {
                case nil: held += 1
                case .late? where !state.reorderer.makesFixesWait:
                    // Where no fix waits the engine judges, by the last fix that it used: others are not known any
                    // more when the watch goes on after an end.
                    result.ready.append(fix)
                    held += 1
                case let reason?: result.unused.append((fix, reason))
                }
            }
            state.pieces.add(held, from: start, numbered: number)
            state.end = end
            state.release(&result)
            return result
        }
    }

    /// Releases the waiting fixes of devices that have sent nothing for the lateness; checks for such devices at most
    /// once a second.
    func flushSilentDevices(at present: Timestamp) -> Result {
        state.withLock { state in
            var result = Result()
            let second = present.unixMilliseconds / 1000
            if state.lastCheck != second, state.pieces.start != nil {
                state.lastCheck = second
                state.reorderer.flushSilentDevices(at: present.unixMilliseconds, to: &result.ready)
            }
            state.release(&result)
            return result
        }
    }

    /// Forgets devices together with their waiting fixes.
    func forget(_ devices: Set<UInt32>) {
        state.withLock { state in
            for device in devices {
                for fix in state.reorderer.forget(device) { state.pieces.release(fix.input) }
            }
        }
    }

    /// Releases all waiting fixes.
    func flush() -> Result {
        state.withLock { state in
            var result = Result()
            state.reorderer.flush(to: &result.ready)
            state.pieces.removeAll()
            result.resumption = state.end
            return result
        }
    }
}
