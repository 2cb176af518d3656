import Logging
import Testing

@testable import Geofencing

@Suite struct MessageLatencyTests {
    @Test func `message latency is measured from sending to answer`() {
        let bench = MonitorBench()
        for message in ["a", "b"] { bench.monitor.recordMessageSent(messageId: message) }
        bench.pass(.milliseconds(40))
        bench.monitor.recordMessageReceived(messageId: "b")
        bench.pass(.milliseconds(80))
        bench.monitor.recordMessageReceived(messageId: "a")
        #expect(abs(bench.monitor.averageMessageLatency - 0.08) < 1e-12)
        #expect(bench.monitor.p95MessageLatency == 0.12)
        #expect(bench.monitor.pendingMessageCount == 0)
        #expect(bench.messages(.debug) == ["Message latency: 40ms", "Message latency: 120ms"])
        #expect(bench.messages(.warning) == ["Message latency 120ms exceeds target 100ms"])
    }

    @Test func `only the last hundred messages count`() {
        let bench = MonitorBench()
        for milliseconds in [5000] + Array(1...100) {
            bench.monitor.recordMessageSent(messageId: "m")
            bench.pass(.milliseconds(milliseconds))
            bench.monitor.recordMessageReceived(messageId: "m")
        }
        #expect(bench.monitor.p95MessageLatency == 0.095)
        #expect(abs(bench.monitor.averageMessageLatency - 0.0505) < 1e-12)
    }

    @Test func `an unexpected answer is ignored`() {
        let bench = MonitorBench()
        bench.monitor.recordMessageReceived(messageId: "never sent")
        bench.monitor.recordMessageSent(messageId: "a")
        for _ in 0..<2 { bench.monitor.recordMessageReceived(messageId: "a") }
        #expect(bench.messages(.debug).count == 1)
    }

    @Test func `a message that is resent is timed anew`() {
        let bench = MonitorBench()
        bench.monitor.recordMessageSent(messageId: "a")
        bench.pass(.seconds(9))
        bench.monitor.recordMessageSent(messageId: "a")
        bench.pass(.milliseconds(10))
        bench.monitor.recordMessageReceived(messageId: "a")
        #expect(bench.monitor.p95MessageLatency == 0.01)
        #expect(bench.monitor.unansweredMessageCount == 0)
    }

    @Test func `beyond a thousand unanswered messages the oldest are dropped and counted`() {
        let bench = MonitorBench()
        for number in 0..<1003 { bench.monitor.recordMessageSent(messageId: "\(number)") }
        #expect(bench.monitor.pendingMessageCount == 1000)
        #expect(bench.monitor.unansweredMessageCount == 3)
        bench.pass(.milliseconds(1))
        for number in 0..<1003 { bench.monitor.recordMessageReceived(messageId: "\(number)") }
        #expect(bench.monitor.pendingMessageCount == 0)
        #expect(bench.messages(.debug).count == 1000)
    }

    @Test func `a message that is resent while a thousand wait drops none`() {
        let bench = MonitorBench()
        for number in 0..<1000 { bench.monitor.recordMessageSent(messageId: "\(number)") }
        bench.monitor.recordMessageSent(messageId: "7")
        #expect(bench.monitor.pendingMessageCount == 1000)
        #expect(bench.monitor.unansweredMessageCount == 0)
    }
}
