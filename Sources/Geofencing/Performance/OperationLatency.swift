/// How long one kind of work took, over the whole run.
///
/// Percentiles are by nearest rank and at most 0.1 % above the value of that rank. What was timed as a batch counts as
/// many things that took the same time, so a percentile knows nothing of differences within a batch.
public struct OperationLatency: Sendable, Hashable {
    /// How often the work was done: exact, though of single calls only some were timed.
    public let count: Int

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

    init(_ histogram: LatencyHistogram, count: Int) {
        self.count = count
        mean = histogram.total / Swift.max(1, histogram.count)
        p50 = histogram.percentile(50)
        p95 = histogram.percentile(95)
        p99 = histogram.percentile(99)
        p999 = histogram.percentile(99.9)
        max = histogram.max
    }
}
