internal import Synchronization

/// Serializes access to a watch by its input and by signals: one at a time, and none after the end.
final class WatchTurns: Sendable {
    private let isEnded = Mutex(false)

    /// Runs `body`, unless the watch has ended.
    func take<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        try isEnded.withLock { isEnded throws(Failure) in
            if !isEnded { try body() }
        }
    }

    /// Ends the watch by running `body`, unless it has already ended.
    func end<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        try isEnded.withLock { isEnded throws(Failure) in
            guard !isEnded else { return }
            isEnded = true
            try body()
        }
    }
}
