import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Geofencing
@testable import geofence

@Suite struct PerformanceWatchTests {
    /// A timer whose time is advanced by the test.
    private final class TestTimer: RepeatingTimer, Sendable {
        private struct State {
            var interval: Duration?
            var passed = Duration.zero
            var body: (@Sendable () -> Void)?
        }

        private let state = Mutex(State())

        func start(every interval: Duration, _ body: @escaping @Sendable () -> Void) {
            state.withLock { state in
                state.interval = interval
                state.body = body
            }
        }

        func stop() { state.withLock { $0.body = nil } }

        /// Advances the time by a second.
        func tick() {
            let body = state.withLock { state -> (@Sendable () -> Void)? in
                state.passed += .seconds(1)
                guard let interval = state.interval, state.passed >= interval else { return nil }
                state.passed -= interval
                return state.body
            }
            body?()
        }
    }

    @Test func `a line is shown every five seconds and at the end`() throws {
        let start = ContinuousClock.now
        let elapsed = Mutex(Duration.zero)
        let probe = SystemProbe(
            residentBytes: { elapsed.withLock { Int($0 / .seconds(1)) << 20 } },
            processorTime: { elapsed.withLock { $0 / 2 } },
            processorCount: 1,
            batteryLevel: { nil }
        )
        let monitor = PerformanceMonitor(now: { start + elapsed.withLock { $0 } }, probe: probe)
        let (timer, lines) = (TestTimer(), SharedLines())
        PerformanceWatch(monitor, timer: timer, show: lines.add).during {
            for second in 1...12 {
                elapsed.withLock { $0 = .seconds(second) }
                monitor.record(.parse, .microseconds(100), count: 1000)
                timer.tick()
                #expect(lines.all.count == second / 5)
            }
        }
        #expect(
            lines.all == [
                "performance  memory 5.0 MB, CPU 50.0 %, parse 5,000 (p50 100 ns, p95 100 ns, p99 100 ns)",
                "performance  memory 10.0 MB, CPU 50.0 %, parse 10,000 (p50 100 ns, p95 100 ns, p99 100 ns)",
                "performance  memory 10.0 MB, CPU 50.0 %, parse 12,000 (p50 100 ns, p95 100 ns, p99 100 ns)",
            ]
        )
        for _ in 0..<10 { timer.tick() }
        #expect(lines.all.count == 3)
    }

    @Test func `a last line is shown even if the work fails`() {
        struct Failure: Error, Equatable {}
        let (timer, lines) = (TestTimer(), SharedLines())
        let watch = PerformanceWatch(PerformanceMonitor(), timer: timer, show: lines.add)
        #expect(throws: Failure()) { try watch.during { () throws(Failure) in throw Failure() } }
        #expect(lines.all.count == 1 && lines.all.first?.hasPrefix("performance  memory ") == true)
    }
}
