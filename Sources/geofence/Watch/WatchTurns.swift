internal import Synchronization

/// Who may do something with a watch, its input or a signal: one at a time, and nobody after the end.
final class WatchTurns: Sendable {
    private let isEnded = Mutex(false)

    /// Does something, unless the watch has ended.
    func take<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        try isEnded.withLock { isEnded throws(Failure) in
            if !isEnded { try body() }
        }
    }

    /// Ends the watch, unless that was done already.
    func end<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        try isEnded.withLock { isEnded throws(Failure) in
            guard !isEnded else { return }
            isEnded = true
            try body()
        }
    }
}
