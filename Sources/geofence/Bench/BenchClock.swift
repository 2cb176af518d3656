#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Times work by what it costs the thread that does it, so that other work on the machine counts less.
enum BenchClock {
    /// The processor time that `body` takes on this thread, in nanoseconds.
    static func nanoseconds<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) -> Double {
        let start = threadTime
        try body()
        return threadTime - start
    }

    /// The best of some runs: at most `limit`, fewer once they have taken a second together.
    ///
    /// The best is the run that other work on the machine disturbed least.
    static func best<Failure>(of limit: Int = 5, _ body: () throws(Failure) -> Void) throws(Failure) -> Double {
        var best = Double.infinity
        var sum = 0.0
        for _ in 0..<limit where sum < 1e9 {
            let time = try nanoseconds(body)
            best = min(best, time)
            sum += time
        }
        return best
    }

    private static var threadTime: Double {
        var time = timespec()
        // SAFETY: the call writes one timespec.
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
