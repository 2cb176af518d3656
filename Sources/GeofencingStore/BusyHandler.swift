internal import Foundation
internal import Geofencing
internal import Synchronization

/// The time limit for which a connection waits for another one that writes.
///
/// It retries every millisecond. SQLite's own `busy_timeout` soon slows down to one attempt every tenth of a second,
/// and so hardly ever hits the few milliseconds that a process which writes a lot leaves free.
final class BusyHandler: Sendable {
    private struct State {
        var limit: Duration
        var start = ContinuousClock.now
    }

    private let state: Mutex<State>

    init(limit: Duration = GeofenceStore.busyTimeout) {
        state = Mutex(State(limit: limit))
    }

    /// Sets the longest time to wait from now on.
    func limit(to limit: Duration) { state.withLock { $0.limit = limit } }

    /// Waits a moment, unless the time limit has been reached.
    ///
    /// - Parameter attempt: The number of earlier attempts to get the same lock.
    /// - Returns: Whether to try again.
    func wait(_ attempt: Int) -> Bool {
        let isOver = state.withLock { state in
            if attempt == 0 { state.start = .now }
            return ContinuousClock.now - state.start >= state.limit
        }
        if !isOver { Thread.sleep(forTimeInterval: 0.001) }
        return !isOver
    }
}

extension GeofenceStore {
    /// Repeats an operation that other processes hold up, for as long as a call waits for another writer.
    ///
    /// - Parameter isHeldUp: Returns whether an error is caused by other processes, and so may soon be gone.
    static func retrying<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value,
        asLongAs isHeldUp: (Failure) -> Bool
    ) throws(Failure) -> Value {
        let deadline = ContinuousClock.now + busyTimeout
        while true {
            do {
                return try body()
            } catch {
                guard isHeldUp(error), ContinuousClock.now < deadline else { throw error }
            }
            Thread.sleep(forTimeInterval: briefTimeout / .seconds(1))
        }
    }

    /// Repeats an operation while it is refused with `storeBusy`: a process that was just killed keeps its locks until
    /// the last of its writes is on the disk.
    static func untilNotBusy<Value>(_ body: () throws(GeofenceError) -> Value) throws(GeofenceError) -> Value {
        try retrying(body) { $0.code == .storeBusy }
    }
}
