internal import Histogram

/// How long many things took, over a whole run, in memory that does not grow with their number.
///
/// A high dynamic range histogram of picoseconds with three significant digits. A percentile is by nearest rank and at
/// most 0.1 % above the value of that rank; the mean and the maximum are exact to a picosecond.
package struct LatencyHistogram: Sendable {
    /// What is longer counts as this long.
    private static let longest = Duration.seconds(4_000_000)

    /// From the first record on, 440 kB for the whole range: growing once costs more than evaluating 80,000 fixes.
    private var histogram: Histogram<UInt64>?
    /// What they took together.
    package private(set) var total = Duration.zero

    /// An empty histogram.
    package init() {}

    /// Records that `count` things took `duration` together, each as long as the others, and that `times` times.
    ///
    /// - Parameters:
    ///   - duration: At most 46 days; a negative one counts as zero.
    ///   - count: How many share it.
    ///   - times: How many took it each, or how many groups of `count`.
    /// - Complexity: O(1).
    package mutating func record(_ duration: Duration, sharedBy count: Int = 1, times: Int = 1) {
        precondition(count >= 0 && times >= 0, "A number of things is not negative.")
        guard count > 0, times > 0 else { return }
        let duration = Swift.max(.zero, min(duration, Self.longest))
        let (share, rest) = duration.picoseconds.quotientAndRemainder(dividingBy: UInt64(count))
        if case nil = histogram { histogram = Histogram(highestTrackableValue: Self.longest.picoseconds) }
        histogram?.record(share + (rest >= UInt64(count) - rest ? 1 : 0), count: UInt64(count * times))
        // A product takes as long as all the rest.
        total += times == 1 ? duration : duration * times
    }

    /// How many things were recorded.
    package var count: Int { Int(histogram?.totalCount ?? 0) }

    /// What the longest took; zero without any.
    package var max: Duration { Duration(picoseconds: histogram?.maxRecorded ?? 0) }

    /// What so many percent did not exceed, 0 ... 100, by nearest rank; zero without any.
    ///
    /// - Complexity: O(1): it goes through the histogram's cells, some fifty thousand.
    package func percentile(_ percent: Double) -> Duration {
        Duration(picoseconds: histogram?.valueAtPercentile(percent) ?? 0)
    }
}

extension Duration {
    fileprivate init(picoseconds: UInt64) {
        let (seconds, rest) = picoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000)
        self.init(secondsComponent: Int64(seconds), attosecondsComponent: Int64(rest) * 1_000_000)
    }

    /// Whole picoseconds of a duration that is not negative and short of 200 days.
    fileprivate var picoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(seconds) * 1_000_000_000_000 + UInt64(attoseconds) / 1_000_000
    }
}
