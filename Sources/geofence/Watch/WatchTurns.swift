internal import Synchronization

/// Serializes access to a watch by its input and by signals: one at a time, and none after the end.
final class WatchTurns: Sendable {
    private let isEnded = Mutex(false)
    private let isEndAllowed = Atomic(false)

    /// Whether the watch can be ended in good order: not while its beginning waits for another process.
    var mayEnd: Bool { isEndAllowed.load(ordering: .relaxed) }

    /// Allows the watch to be ended, once nothing before that has to be waited for.
    func allowEnd() { isEndAllowed.store(true, ordering: .relaxed) }

    /// Begins the watch by running `body`; if that fails, the watch has ended.
    func begin<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        try isEnded.withLock { isEnded throws(Failure) in
            do throws(Failure) {
                try body()
            } catch {
                isEnded = true
                throw error
            }
        }
    }

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
