#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The clock that work is measured with.
enum BenchClock {
    /// The processor time of the process, so that other work on the machine counts less; for work on one thread.
    case processor
    /// Wall-clock time; for work on several threads and for single short calls.
    case wall

    /// Returns how long `body` takes, in nanoseconds.
    func nanoseconds<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) -> Double {
        switch self {
        case .processor:
            let start = clock()
            try body()
            // POSIX: a million ticks per second, whatever the resolution.
            return Double(clock() - start) * 1000
        case .wall:
            let start = ContinuousClock.now
            try body()
            return (ContinuousClock.now - start) / .nanoseconds(1)
        }
    }

    /// Returns the best time of several runs: at most `limit`, or fewer once their total reaches the given number of
    /// seconds.
    ///
    /// The best run is the one that other work on the machine disturbed least.
    func best<Failure>(
        of limit: Int = 5,
        within seconds: Double = 1,
        _ body: () throws(Failure) -> Void
    ) throws(Failure) -> Double {
        try Self.least(of: limit, within: seconds) { () throws(Failure) in try nanoseconds(body) }
    }

    /// Returns the least time reported by runs that time themselves, in nanoseconds: at most `limit` runs, or fewer
    /// once their total reaches the given number of seconds.
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
