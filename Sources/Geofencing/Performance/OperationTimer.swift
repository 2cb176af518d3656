internal import Synchronization

/// The times of one kind of work, recorded from any thread.
final class OperationTimer: Sendable {
    private struct State {
        var histogram = LatencyHistogram()
        /// How many things were recorded that were all timed.
        var timed = 0
    }

    /// Of so many single calls one is timed.
    static let samplingInterval = 64

    private let state = Mutex(State())
    /// Single calls, timed or not.
    private let calls = Atomic<Int>(0)

    /// Records that `count` things took `total` together.
    func record(_ total: Duration, count: Int) {
        state.withLock { state in
            state.histogram.record(total, count: count)
            state.timed += count
        }
    }

    /// Counts a single call; `true` if it is one to be timed.
    func isNextCallTimed() -> Bool {
        calls.wrappingAdd(1, ordering: .relaxed).oldValue % Self.samplingInterval == 0
    }

    /// Records a single call, which stands for the others of its interval too.
    func recordCall(_ duration: Duration) {
        state.withLock { state in
            state.histogram.record(duration * Self.samplingInterval, count: Self.samplingInterval)
        }
    }

    /// What was recorded; `nil` without anything.
    var latency: OperationLatency? {
        state.withLock { state in
            guard state.histogram.count > 0 else { return nil }
            return OperationLatency(state.histogram, count: state.timed + calls.load(ordering: .relaxed))
        }
    }

    /// Forgets everything.
    func reset() {
        state.withLock { state in
            state = State()
            calls.store(0, ordering: .relaxed)
        }
    }
}
