import Dispatch
import Testing

@testable import Geofencing

@Suite struct OperationLatencyTests {
    @Test func `percentiles of a million times are within 1 % of the exact ones`() throws {
        var random = SplitMix64(seed: 20_260_101)
        let monitor = MonitorBench().monitor
        var exact: [Double] = []
        exact.reserveCapacity(1_000_000)
        for _ in 0..<1_000_000 {
            // From 10 ns to 1 s, each power of ten as likely as the others.
            let nanoseconds = Int64(10 * PortableMath.exp2(random.uniform(0...26.5)))
            monitor.record(.evaluation, .nanoseconds(nanoseconds))
            exact.append(Double(nanoseconds))
        }
        exact.sort()
        let latency = try #require(monitor.latency(of: .evaluation))
        #expect(latency.count == 1_000_000)
        for (found, rank) in [
            (latency.p50, 500_000), (latency.p95, 950_000), (latency.p99, 990_000), (latency.p999, 999_000),
        ] {
            let ratio = found / .nanoseconds(1) / exact[rank - 1]
            #expect((1...1.001).contains(ratio), "seed 20260101, rank \(rank)")
        }
        #expect(latency.max == .nanoseconds(Int64(exact[999_999])))
        #expect(abs(latency.mean / .nanoseconds(1) / (exact.reduce(0, +) / 1e6) - 1) < 1e-9)
    }

    @Test func `no recording from eight threads is lost`() throws {
        let monitor = MonitorBench().monitor
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<4000 {
                monitor.record(.update, .nanoseconds(number), count: 3)
                monitor.time(.parse, count: 2) {}
                monitor.sample(.containment) {}
                monitor.recordGPSLatency(0.1)
                monitor.recordMessageSent(messageId: "\(thread)-\(number)")
                monitor.recordMessageReceived(messageId: "\(thread)-\(number)")
                if number % 1000 == 0 { _ = monitor.prometheusText() }
            }
        }
        #expect(monitor.latency(of: .update)?.count == 96_000)
        #expect(monitor.latency(of: .parse)?.count == 64_000)
        #expect(monitor.latency(of: .containment)?.count == 32_000)
        #expect(monitor.pendingMessageCount == 0)
        #expect(monitor.unansweredMessageCount == 0)
        #expect(abs(monitor.averageGPSLatency - 0.1) < 1e-12)
    }

    @Test func `each item of a batch counts with an equal share of the time`() throws {
        let bench = MonitorBench()
        let answer = bench.monitor.time(.evaluation, count: 1000) {
            bench.pass(.microseconds(35))
            return 42
        }
        #expect(answer == 42)
        let latency = try #require(bench.monitor.latency(of: .evaluation))
        #expect(latency.count == 1000)
        #expect(latency.mean == .nanoseconds(35))
        #expect(latency.max == .nanoseconds(35))
        #expect(latency.p50 == .nanoseconds(35))
    }

    @Test func `a share of a batch is accurate to a thousandth of a nanosecond`() throws {
        let bench = MonitorBench()
        bench.monitor.record(.parse, .nanoseconds(1000), count: 3)
        let latency = try #require(bench.monitor.latency(of: .parse))
        #expect(latency.max / .nanoseconds(1) == 333.333)
        #expect(latency.mean * 3 / .nanoseconds(1) > 999.999)
        bench.monitor.record(.update, .nanoseconds(2000), count: 3)
        #expect(try #require(bench.monitor.latency(of: .update)).max / .nanoseconds(1) == 666.667)
    }

    @Test func `an empty batch is not recorded`() {
        let monitor = MonitorBench().monitor
        monitor.time(.delivery, count: 0) {}
        #expect(monitor.latency(of: .delivery) == nil)
    }

    @Test func `one in 64 single calls is timed, and all are counted`() throws {
        let bench = MonitorBench()
        for number in 0..<129 {
            bench.monitor.sample(.evaluation) { bench.pass(number % 64 == 0 ? .nanoseconds(640) : .seconds(1)) }
        }
        let latency = try #require(bench.monitor.latency(of: .evaluation))
        #expect(latency.count == 129)
        #expect(latency.max == .nanoseconds(640))
        #expect(latency.mean == .nanoseconds(640))
    }

    @Test func `a sampled call stands for 64 beside calls that are all timed`() throws {
        let bench = MonitorBench()
        bench.monitor.sample(.evaluation) { bench.pass(.milliseconds(1)) }
        bench.monitor.time(.evaluation) { bench.pass(.milliseconds(66)) }
        let latency = try #require(bench.monitor.latency(of: .evaluation))
        #expect(latency.count == 2 && latency.samples == 2)
        #expect(latency.mean == .milliseconds(2))
        #expect(latency.max == .milliseconds(66))
    }

    @Test func `at most one in 64 items is timed, whatever the batch sizes`() throws {
        var random = SplitMix64(seed: 64)
        for largest in [1, 2, 63, 64, 65, 300] {
            let bench = MonitorBench()
            var count = 0
            for _ in 0..<5000 {
                let batch = Int(random.next() % UInt64(largest + 1))
                bench.monitor.sample(.evaluation, count: batch) { bench.pass(.nanoseconds(10 * batch)) }
                count += batch
            }
            let latency = try #require(bench.monitor.latency(of: .evaluation))
            #expect(latency.count == count, "seed 64, \(largest)")
            #expect(
                latency.samples <= count / 64 + 1 && latency.samples >= count / (64 + 2 * largest),
                "seed 64, \(largest)"
            )
            #expect(latency.mean == .nanoseconds(10) && latency.max == .nanoseconds(10))
        }
    }

    @Test func `items delivered together count with the same latency each`() throws {
        let monitor = MonitorBench().monitor
        monitor.record(.delivery, each: .milliseconds(3), count: 7)
        monitor.record(.delivery, each: .milliseconds(9), count: 0)
        let latency = try #require(monitor.latency(of: .delivery))
        #expect(latency.count == 7 && latency.samples == 1)
        #expect(latency.mean == .milliseconds(3) && latency.max == .milliseconds(3))
    }

    @Test func `no operation is counted while timing is off`() {
        let monitor = MonitorBench().monitor
        monitor.isTimingOperations = false
        monitor.time(.update) {}
        monitor.sample(.evaluation) {}
        monitor.record(.parse, .seconds(1), count: 3)
        monitor.record(.delivery, each: .seconds(1), count: 3)
        #expect(PerformanceMonitor.Operation.allCases.allSatisfy { monitor.latency(of: $0) == nil })
    }

    @Test func `an operation that throws is timed too`() {
        struct Failure: Error, Equatable {}
        let bench = MonitorBench()
        #expect(throws: Failure()) {
            try bench.monitor.time(.update) { () throws(Failure) in
                bench.pass(.seconds(1))
                throw Failure()
            }
        }
        #expect(throws: Failure()) { try bench.monitor.sample(.parse) { () throws(Failure) in throw Failure() } }
        #expect(bench.monitor.latency(of: .update)?.max == .seconds(1))
        #expect(bench.monitor.latency(of: .parse)?.count == 1)
    }

    @Test func `an impossible time is clamped to zero or to 46 days`() throws {
        let monitor = MonitorBench().monitor
        monitor.record(.update, .seconds(-1))
        #expect(monitor.latency(of: .update)?.max == .zero)
        monitor.record(.update, .seconds(Int64.max))
        #expect(monitor.latency(of: .update)?.max == .seconds(4_000_000))
    }

    @Test func `operations have stable names`() {
        let names = PerformanceMonitor.Operation.allCases.map(\.rawValue)
        #expect(names == ["containment", "evaluation", "update", "parse", "delivery"])
    }

    @Test func `impossible item counts neither overflow nor subtract`() throws {
        let monitor = MonitorBench().monitor
        for _ in 0..<3 {
            monitor.record(.delivery, .seconds(1), count: .max)
            monitor.record(.delivery, each: .seconds(4_000_000), count: .max)
            monitor.time(.delivery, count: .max) {}
        }
        #expect(try #require(monitor.latency(of: .delivery)).count > 1 << 30)
        monitor.sample(.parse) {}
        for count in [-50, 0, .min] {
            monitor.sample(.parse, count: count) {}
            monitor.time(.parse, count: count) {}
            monitor.record(.parse, .seconds(1), count: count)
        }
        #expect(monitor.latency(of: .parse)?.count == 1)
    }
}
