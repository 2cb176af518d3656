internal import Dispatch
internal import Synchronization

/// Lets threads through one at a time, in the order of the turns they hold: 0, 1, 2, ...
///
/// A thread takes its next turn only after it has passed with its last one, so the holder of the lowest turn is always
/// running and nobody waits forever.
final class TurnGate: Sendable {
    private struct State {
        var turn = 0
        var waiting: [Int: DispatchSemaphore] = [:]
    }

    private let state = Mutex(State())

    /// Runs `body` once all turns before `turn` have passed.
    func pass<Failure, Result>(_ turn: Int, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let semaphore: DispatchSemaphore? = state.withLock { state in
            guard state.turn != turn else { return nil }
            let semaphore = DispatchSemaphore(value: 0)
            state.waiting[turn] = semaphore
            return semaphore
        }
        semaphore?.wait()
        defer {
            let next = state.withLock { state in
                state.turn += 1
                return state.waiting.removeValue(forKey: state.turn)
            }
            next?.signal()
        }
        return try body()
    }
}
