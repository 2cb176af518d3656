/// How long one kind of work took, over the whole run.
///
/// Percentiles are by nearest rank and at most 0.1 % above the value of that rank. What was timed as a batch counts as
/// many things that took the same time, so a percentile knows nothing of differences within a batch: where `samples` is far below
/// `count`, percentiles are those of the averages of batches, or of those calls that were timed.
public struct OperationLatency: Sendable, Hashable {
    /// How often the work was done: exact, though of single calls only some were timed.
    public let count: Int

    /// How many times the clock was asked: once for a batch, or for a call that stands for 64.
    public let samples: Int

    /// What it took on the average.
    public let mean: Duration

    /// The median.
    public let p50: Duration

    /// What 95 of 100 did not exceed.
    public let p95: Duration

    /// What 99 of 100 did not exceed.
    public let p99: Duration

    /// What 999 of 1000 did not exceed.
    public let p999: Duration

    /// The longest.
    public let max: Duration

    /// The percentiles by quantile; 1 is the longest.
    package var quantiles: KeyValuePairs<String, Duration> {
        ["0.5": p50, "0.95": p95, "0.99": p99, "0.999": p999, "1": max]
    }

    init(_ histogram: LatencyHistogram, count: Int, samples: Int) {
        self.count = count
        self.samples = samples
        mean = histogram.total / Swift.max(1, histogram.count)
        p50 = histogram.percentile(50)
        p95 = histogram.percentile(95)
        p99 = histogram.percentile(99)
        p999 = histogram.percentile(99.9)
        max = histogram.max
    }
}
