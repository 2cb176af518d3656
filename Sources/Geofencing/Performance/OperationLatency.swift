/// The latency of one kind of work over the whole run.
///
/// Percentiles are by nearest rank and at most 0.1 % above the value of that rank. A batch that was timed as a whole
/// counts as many things that took the same time, so percentiles do not reflect differences within a batch: where
/// `samples` is far below `count`, they are percentiles of the averages of batches, or of the calls that were timed.
public struct OperationLatency: Sendable, Hashable {
    /// The number of times the work was done. It is exact, even though only some of the single calls were timed.
    public let count: Int

    /// The number of measurements: one for each batch, or for each call that stands for 64.
    public let samples: Int

    /// The mean duration.
    public let mean: Duration

    /// The median.
    public let p50: Duration

    /// The duration that 95 of 100 did not exceed.
    public let p95: Duration

    /// The duration that 99 of 100 did not exceed.
    public let p99: Duration

    /// The duration that 999 of 1000 did not exceed.
    public let p999: Duration

    /// The longest duration.
    public let max: Duration

    /// The percentiles by quantile; quantile 1 is the longest duration.
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
