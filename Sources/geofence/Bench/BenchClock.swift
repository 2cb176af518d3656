internal import Geofencing

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// What time work is measured by.
enum BenchClock {
    /// The processor time of the process, so that other work on the machine counts less; for work on one thread.
    case processor
    /// The time on the wall; for work on several threads, and for a single short call.
    case wall

    /// How long `body` takes, in nanoseconds.
    func nanoseconds<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) -> Double {
        switch self {
        case .processor:
            let start = clock()
            try body()
            // POSIX: a million ticks a second, whatever the resolution.
            return Double(clock() - start) * 1000
        case .wall:
            let start = ContinuousClock.now
            try body()
            return (ContinuousClock.now - start) / .nanoseconds(1)
        }
    }

    /// The best of some runs: at most `limit`, fewer once they have taken so many seconds together.
    ///
    /// The best is the run that other work on the machine disturbed least.
    func best<Failure>(
        of limit: Int = 5,
        within seconds: Double = 1,
        _ body: () throws(Failure) -> Void
    ) throws(Failure) -> Double {
        try Self.least(of: limit, within: seconds) { () throws(Failure) in try nanoseconds(body) }
    }

    /// The least that runs which time themselves return, in nanoseconds: at most `limit` of them, fewer once their times are so many
    /// seconds together.
    static func least<Failure>(
        of limit: Int,
        within seconds: Double = .infinity,
        _ run: () throws(Failure) -> Double
    ) throws(Failure) -> Double {
        var least = Double.infinity
        var sum = 0.0
        for _ in 0..<limit where sum < seconds * 1e9 {
            let time = try run()
            least = min(least, time)
            sum += time
        }
        return least
    }
}

/// How long single calls took on the wall, less what reading the clock takes.
struct CallTimes {
    private var times = LatencyHistogram()

    /// What reading the clock twice takes at least.
    private static let overhead: Duration = (0..<10_000).reduce(Duration.seconds(1)) { least, _ in
        let start = ContinuousClock.now
        return min(least, ContinuousClock.now - start)
    }

    /// Times a call and passes its result on.
    mutating func measure<Result, Failure>(_ call: () throws(Failure) -> Result) throws(Failure) -> Result {
        let start = ContinuousClock.now
        let result = try call()
        times.record(ContinuousClock.now - start - Self.overhead)
        return result
    }

    /// The sum and the percentiles 50, 95, 99 and 99.9, in nanoseconds; of no calls there are none.
    ///
    /// A percentile is by nearest rank, the smallest time that so many percent do not exceed, or up to 0.1 % more.
    var summary: (total: Double, percentiles: [Int]?) {
        let percentiles = [50, 95, 99, 99.9].map { Int((times.percentile($0) / .nanoseconds(1)).rounded()) }
        return (times.total / .nanoseconds(1), times.count == 0 ? nil : percentiles)
    }
}
