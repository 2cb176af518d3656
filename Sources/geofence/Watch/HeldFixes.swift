internal import Geofencing
internal import Synchronization

/// Holds the fixes of a watch back until older ones have had their time, and knows from where on the input must be read again so
/// that none of those held back is lost.
final class HeldFixes: Sendable {
    private struct State {
        var reorderer: CompactReorderer
        var pieces: HeldPieces
        /// How far the input was read.
        var end = 0
        /// The second since 1970 in which silent devices were looked for last.
        var lastLook: Int64?

        /// What became ready is held back no longer.
        mutating func release(_ result: inout Result) {
            for fix in result.ready { pieces.release(fix.input) }
            result.resumption = pieces.start ?? end
        }
    }

    /// What came of some fixes.
    struct Result {
        /// What need not wait any longer, each device's in order of time.
        var ready: [CompactFix] = []
        /// What is not used, and why.
        var unused: [(fix: CompactFix, reason: Rejection)] = []
        /// From where on the input must be read again, in bytes.
        var resumption = 0
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - reorderer: What decides how long they wait.
    ///   - pieces: Numbers what is read.
    init(_ reorderer: CompactReorderer, pieces: HeldPieces = HeldPieces()) {
        state = Mutex(State(reorderer: reorderer, pieces: pieces))
    }

    /// How many pieces of the input are remembered.
    var pieceCount: Int { state.withLock { $0.pieces.count } }

    /// Takes the fixes that were read between two places of the input at a time.
    func take(_ fixes: [CompactFix], at present: Timestamp, from start: Int, to end: Int) -> Result {
        state.withLock { state in
            var result = Result()
            let number = state.pieces.nextNumber()
            var held = 0
            for var fix in fixes {
                fix.input = number
                if let reason = state.reorderer.add(fix, at: present.unixMilliseconds, to: &result.ready) {
                    result.unused.append((fix, reason))
                } else {
                    held += 1
                }
            }
            state.pieces.add(held, from: start, numbered: number)
            state.end = end
            state.release(&result)
            return result
        }
    }

    /// Hands on what waits of devices that have sent nothing for the lateness; looks for them once a second at most.
    func flushSilentDevices(at present: Timestamp) -> Result {
        state.withLock { state in
            var result = Result()
            let second = present.unixMilliseconds / 1000
            if state.lastLook != second, state.pieces.start != nil {
                state.lastLook = second
                state.reorderer.flushSilentDevices(at: present.unixMilliseconds, to: &result.ready)
            }
            state.release(&result)
            return result
        }
    }

    /// Forgets devices, with what waits of them.
    func forget(_ devices: Set<UInt32>) {
        state.withLock { state in
            for device in devices {
                for fix in state.reorderer.forget(device) { state.pieces.release(fix.input) }
            }
        }
    }

    /// Hands on all that wait.
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
