internal import Histogram

/// The durations of many things over a whole run, in memory that does not grow with their number.
///
/// A high dynamic range histogram of picoseconds with three significant digits. Percentiles are by nearest rank and at
/// most 0.1 % above the value of that rank; the mean and the maximum are exact to a picosecond.
package struct LatencyHistogram: Sendable {
    /// Longer durations count as this one.
    private static let longest = Duration.seconds(4_000_000)

    /// Allocated at the first record, with 440 kB for the whole range: growing once costs more than evaluating 80,000
    /// fixes.
    private var histogram: Histogram<UInt64>?
    /// The sum of all durations.
    package private(set) var total = Duration.zero

    /// An empty histogram.
    package init() {}

    /// Records `times` groups of `count` things each. A group took `duration`, of which each of its things counts an
    /// equal share.
    ///
    /// - Parameters:
    ///   - duration: The time that a group took, at most 46 days; a negative one counts as zero.
    ///   - count: The number of things that share the duration.
    ///   - times: The number of groups; if `count` is 1, the number of things.
    /// - Complexity: O(1).
    package mutating func record(_ duration: Duration, sharedBy count: Int = 1, times: Int = 1) {
        precondition(count >= 0 && times >= 0, "Counts must not be negative.")
        guard count > 0, times > 0 else { return }
        let duration = Swift.max(.zero, min(duration, Self.longest))
        let (share, rest) = duration.picoseconds.quotientAndRemainder(dividingBy: UInt64(count))
        if case nil = histogram { histogram = Histogram(highestTrackableValue: Self.longest.picoseconds) }
        histogram?.record(share + (rest >= UInt64(count) - rest ? 1 : 0), count: UInt64(count * times))
        // The multiplication takes as long as everything else here.
        total += times == 1 ? duration : duration * times
    }

    /// The number of recorded things.
    package var count: Int { Int(histogram?.totalCount ?? 0) }

    /// The longest duration; zero if nothing was recorded.
    package var max: Duration { Duration(picoseconds: histogram?.maxRecorded ?? 0) }

    /// Returns the duration that `percent` (0 ... 100) of the things did not exceed, by nearest rank; zero if nothing
    /// was recorded.
    ///
    /// - Complexity: O(1): it scans the histogram's cells, about fifty thousand.
    package func percentile(_ percent: Double) -> Duration {
        Duration(picoseconds: histogram?.valueAtPercentile(percent) ?? 0)
    }
}

extension Duration {
    fileprivate init(picoseconds: UInt64) {
        let (seconds, rest) = picoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000)
        self.init(secondsComponent: Int64(seconds), attosecondsComponent: Int64(rest) * 1_000_000)
    }

    /// Whole picoseconds of a duration that is not negative and below 200 days.
    fileprivate var picoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(seconds) * 1_000_000_000_000 + UInt64(attoseconds) / 1_000_000
    }
}
