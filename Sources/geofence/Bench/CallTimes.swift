internal import Geofencing

/// The wall-clock times of single calls, minus the cost of reading the clock.
struct CallTimes {
    private var times = LatencyHistogram()

    /// The minimum cost of reading the clock twice.
    private static let overhead: Duration = (0..<10_000).reduce(Duration.seconds(1)) { least, _ in
        let start = ContinuousClock.now
        return min(least, ContinuousClock.now - start)
    }

    /// Times a call and returns its result.
    mutating func measure<Result, Failure>(_ call: () throws(Failure) -> Result) throws(Failure) -> Result {
        let start = ContinuousClock.now
        let result = try call()
        times.record(ContinuousClock.now - start - Self.overhead)
        return result
    }

    /// The total and the percentiles 50, 95, 99 and 99.9, in nanoseconds; without calls there are no percentiles.
    ///
    /// A percentile is by nearest rank: the smallest time that this share of the calls does not exceed, or up to 0.1 %
    /// more.
    var summary: (total: Double, percentiles: [Int]?) {
        let percentiles = [50, 95, 99, 99.9].map { Int((times.percentile($0) / .nanoseconds(1)).rounded()) }
        return (times.total / .nanoseconds(1), times.count == 0 ? nil : percentiles)
    }
}
