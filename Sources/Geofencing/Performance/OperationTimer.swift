internal import Synchronization

/// The times of one kind of work, recorded from any thread.
final class OperationTimer: Sendable {
    private struct State {
        var histogram = LatencyHistogram()
        /// How many things were recorded that were all timed.
        var timed = 0
        /// How many times the clock was asked.
        var samples = 0
    }

    /// Of so many things that come in small numbers one is timed.
    static let samplingInterval = 64
    /// More things at once, or more times, count as so many, so that no sum of a program's life overflows.
    private static let most = 1 << 30

    private let state = Mutex(State())
    /// Things that came in small numbers, timed or not.
    private let sampled = Atomic<Int>(0)

    /// Records that `count` things took `duration` together, and that `times` times.
    func record(_ duration: Duration, sharedBy count: Int = 1, times: Int = 1) {
        let (count, times) = (min(count, Self.most), min(times, Self.most))
        guard count > 0, times > 0 else { return }
        state.withLock { state in
            state.histogram.record(duration, sharedBy: count, times: times)
            state.timed += count * times
            state.samples += 1
        }
    }

    /// Counts things that come at once; `true` if they are to be timed.
    func countSampled(_ count: Int) -> Bool {
        guard count > 0 else { return false }
        let first = sampled.wrappingAdd(count, ordering: .relaxed).oldValue
        // Whether one of them has a number that is a multiple of the interval.
        return (first + count - 1) / Self.samplingInterval >= (first + Self.samplingInterval - 1)
            / Self.samplingInterval
    }

    /// Records how long things took that came at once; they stand for the others of their interval too.
    func recordSampled(_ total: Duration, count: Int) {
        state.withLock { state in
            state.histogram.record(total / count, times: Self.samplingInterval)
            state.samples += 1
        }
    }

    /// What was recorded; `nil` without anything.
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
