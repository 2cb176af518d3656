internal import Foundation
internal import Geofencing
internal import Synchronization

/// How long a connection waits for another one that writes.
///
/// It looks again every millisecond. SQLite's own `busy_timeout` soon looks every tenth of a second only, and hardly ever finds
/// the few milliseconds that a process leaves which writes much.
final class BusyHandler: Sendable {
    private struct State {
        var limit: Duration
        var start = ContinuousClock.now
    }

    private let state: Mutex<State>

    init(limit: Duration = GeofenceStore.busyTimeout) {
        state = Mutex(State(limit: limit))
    }

    /// Waits for no longer than this from now on.
    func limit(to limit: Duration) { state.withLock { $0.limit = limit } }

    /// Waits a little, unless that was done for long enough.
    ///
    /// - Parameter attempt: How often it was done before for the same lock.
    /// - Returns: Whether to look again.
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
    /// Does again what others hold up, for as long as a call waits for one that writes.
    ///
    /// - Parameter isHeldUp: Whether an error comes of others, so that it may be gone soon.
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

    /// The same while it is refused with `storeBusy`: a process that was killed just now keeps what it has locked until the last of
    /// its writes is on the disk.
    static func untilNotBusy<Value>(_ body: () throws(GeofenceError) -> Value) throws(GeofenceError) -> Value {
        try retrying(body) { $0.code == .storeBusy }
    }
}
