internal import Synchronization

/// The times of one kind of work, recorded from any thread.
final class OperationTimer: Sendable {
    private struct State {
        var histogram = LatencyHistogram()
        /// The number of recorded things that were all timed.
        var timed = 0
        /// The number of measurements.
        var samples = 0
    }

    /// One of this many things is timed when they arrive in small numbers.
    static let samplingInterval = 64
    /// The largest count, and the largest number of times, per record; larger numbers are reduced to it so that sums
    /// cannot overflow during a program's life.
    private static let most = 1 << 30

    private let state = Mutex(State())
    /// The number of things that arrived in small numbers, timed or not.
    private let sampled = Atomic<Int>(0)

    /// Records `times` groups of `count` things each that took `duration` per group.
    func record(_ duration: Duration, sharedBy count: Int = 1, times: Int = 1) {
        let (count, times) = (min(count, Self.most), min(times, Self.most))
        guard count > 0, times > 0 else { return }
        state.withLock { state in
            state.histogram.record(duration, sharedBy: count, times: times)
            state.timed += count * times
            state.samples += 1
        }
    }

    /// Counts things that arrive together and returns whether they are to be timed.
    func countSampled(_ count: Int) -> Bool {
        guard count > 0 else { return false }
        let first = sampled.wrappingAdd(count, ordering: .relaxed).oldValue
        // True if one of their numbers is a multiple of the interval.
        return (first + count - 1) / Self.samplingInterval >= (first + Self.samplingInterval - 1)
            / Self.samplingInterval
    }

    /// Records how long things took that arrived together; they also stand for the other things of their interval.
    func recordSampled(_ total: Duration, count: Int) {
        state.withLock { state in
            state.histogram.record(total / count, times: Self.samplingInterval)
            state.samples += 1
        }
    }

    /// The recorded latency; `nil` if nothing was recorded.
    var latency: OperationLatency? {
        state.withLock { state in
            guard state.histogram.count > 0 else { return nil }
            return OperationLatency(
                state.histogram,
                count: state.timed + sampled.load(ordering: .relaxed),
                samples: state.samples
            )
        }
    }

    /// Forgets everything.
    func reset() {
        state.withLock { state in
            state = State()
            sampled.store(0, ordering: .relaxed)
        }
    }
}
