/// Times one in 64 of the calls that one thread makes, as `PerformanceMonitor.sample` does for all threads, but without an atomic
/// addition for each.
package struct OperationSampler {
    private let timer: OperationTimer
    private let now: @Sendable () -> ContinuousClock.Instant
    /// Calls that the timer does not know of yet.
    private var calls = 0

    init(_ timer: OperationTimer, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.timer = timer
        self.now = now
    }

    /// Makes a call.
    @inline(__always)
    package mutating func sample<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        if calls == 0 { return try time(body) }
        calls &+= 1
        if calls == OperationTimer.samplingInterval { finish() }
        try body()
    }

    private mutating func time<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        calls = 1
        let start = now()
        defer { timer.recordSampled(now() - start, count: 1) }
        try body()
    }

    /// Tells the timer of the last calls.
    package mutating func finish() {
        _ = timer.countSampled(calls)
        calls = 0
    }
}
