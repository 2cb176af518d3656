internal import Histogram

/// How long many things took, over a whole run, in memory that does not grow with their number.
///
/// A high dynamic range histogram of picoseconds with three significant digits. A percentile is by nearest rank and at
/// most 0.1 % above the value of that rank; the mean and the maximum are exact to a picosecond.
package struct LatencyHistogram: Sendable {
    private var histogram = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
    private var sum = Duration.zero

    /// An empty histogram.
    package init() {}

    /// Records that `count` things took `total` together, each as long as the others.
    ///
    /// - Parameter total: At most 46 days; a negative one counts as zero.
    /// - Complexity: O(1).
    package mutating func record(_ total: Duration, count: Int = 1) {
        precondition(count >= 0, "A number of things is not negative.")
        guard count > 0 else { return }
        let total = Swift.max(.zero, min(total, .seconds(4_000_000)))
        let (share, rest) = total.picoseconds.quotientAndRemainder(dividingBy: UInt64(count))
        histogram.record(share + (rest >= UInt64(count) - rest ? 1 : 0), count: UInt64(count))
        sum += total
    }

    /// Records that `count` things took `duration` each.
    ///
    /// - Parameter duration: At most 46 days; a negative one counts as zero.
    /// - Complexity: O(1).
    mutating func record(each duration: Duration, count: Int) {
        precondition(count >= 0, "A number of things is not negative.")
        guard count > 0 else { return }
        let duration = Swift.max(.zero, min(duration, .seconds(4_000_000)))
        histogram.record(duration.picoseconds, count: UInt64(count))
        sum += duration * count
    }

    /// How many things were recorded.
    package var count: Int { Int(histogram.totalCount) }

    /// What they took together.
    package var total: Duration { sum }

    /// What the longest took; zero without any.
    package var max: Duration { Duration(picoseconds: histogram.maxRecorded) }

    /// What so many percent did not exceed, 0 ... 100, by nearest rank; zero without any.
    ///
    /// - Complexity: O(1): it goes through the histogram's cells, some ten thousand.
    package func percentile(_ percent: Double) -> Duration {
        Duration(picoseconds: histogram.valueAtPercentile(percent))
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
