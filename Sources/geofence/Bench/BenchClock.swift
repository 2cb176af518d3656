/// Times work on the clock that runs while the process does.
enum BenchClock {
    /// The time `body` takes, in nanoseconds.
    static func nanoseconds<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try body()
        let duration = clock.now - start
        return Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) * 1e-9
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
}
