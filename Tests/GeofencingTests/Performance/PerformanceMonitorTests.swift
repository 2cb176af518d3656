import Foundation
import Logging
import Testing

@testable import Geofencing

@Suite struct PerformanceMonitorTests {
    @Test func `the shared monitor has the documented targets and the performance logger`() {
        let monitor = PerformanceMonitor.shared
        #expect(monitor.gpsLatencyTarget == 0.5)
        #expect(monitor.messageLatencyTarget == 0.1)
        #expect(monitor.memoryTargetMB_iOS == 50)
        #expect(monitor.memoryTargetMB_Watch == 25)
        #expect(monitor.cpuTargetPercent == 10)
        #expect(monitor.lowBatteryThreshold == 0.2)
        #expect(monitor.criticalBatteryThreshold == 0.1)
        #expect(monitor.logger.label == "geofence.performance")
    }

    @Test func `a new monitor has no latencies and assumes a full battery`() {
        let monitor = MonitorBench().monitor
        #expect(monitor.averageGPSLatency == 0)
        #expect(monitor.p95GPSLatency == 0)
        #expect(monitor.averageMessageLatency == 0)
        #expect(monitor.p95MessageLatency == 0)
        #expect(monitor.cpuUsagePercent == 0)
        #expect(monitor.batteryLevel == 1)
        #expect(monitor.batteryPercentage == 100)
        #expect(monitor.batteryDrainRate == 0)
        #expect(!monitor.isLowBattery && !monitor.isCriticalBattery)
    }

    @Test func `the average and nearest-rank 95th percentile of GPS latencies are reported`() {
        let monitor = MonitorBench().monitor
        var random = SplitMix64(seed: 95)
        for milliseconds in (1...100).shuffled(using: &random) { monitor.recordGPSLatency(Double(milliseconds) / 1000) }
        #expect(abs(monitor.averageGPSLatency - 0.0505) < 1e-12)
        #expect(monitor.p95GPSLatency == 0.095)
    }

    @Test(arguments: [(1, 1), (2, 2), (19, 19), (20, 19), (21, 20), (39, 38), (40, 38), (99, 95), (100, 95)])
    func `the 95th percentile is the sample of rank ⌈0.95 n⌉`(count: Int, rank: Int) {
        var window = LatencyWindow()
        for value in (1...count).reversed() { window.append(Double(value)) }
        #expect(window.p95 == Double(rank))
    }

    @Test func `only the last hundred samples count`() {
        let monitor = MonitorBench().monitor
        for _ in 0..<150 { monitor.recordGPSLatency(9) }
        for value in 1...100 { monitor.recordGPSLatency(Double(value)) }
        #expect(monitor.averageGPSLatency == 50.5)
        #expect(monitor.p95GPSLatency == 95)
        monitor.recordGPSLatency(101)
        #expect(monitor.averageGPSLatency == 51.5)
    }

    @Test(arguments: [-0.001, .nan, .infinity])
    func `an impossible latency is not used but is counted`(latency: Double) {
        let bench = MonitorBench()
        bench.monitor.recordGPSLatency(0.25)
        bench.monitor.recordGPSLatency(latency)
        #expect(bench.monitor.averageGPSLatency == 0.25)
        #expect(bench.monitor.unusableLatencyCount == 1)
        #expect(bench.monitor.prometheusText().contains("\ngeofence_gps_latencies_unusable_total 1.0\n"))
        #expect(bench.messages(.debug).count == 1)
    }

    @Test func `a GPS latency is logged, with a warning above 500 ms`() {
        let bench = MonitorBench()
        for latency in [0.25, 0.5, 0.6, 1e300] { bench.monitor.recordGPSLatency(latency) }
        #expect(bench.messages(.debug).prefix(3) == ["GPS latency: 250ms", "GPS latency: 500ms", "GPS latency: 600ms"])
        #expect(bench.messages(.warning).count == 2)
        #expect(bench.messages(.warning).first == "GPS latency 600ms exceeds target 500ms")
    }

    @Test func `metrics are logged as one message`() {
        let bench = MonitorBench(processors: 1)
        let monitor = bench.monitor
        for latency in [0.05, 0.45] { monitor.recordGPSLatency(latency) }
        for latency in [20, 80] {
            monitor.recordMessageSent(messageId: "\(latency)")
            bench.pass(.milliseconds(latency))
            monitor.recordMessageReceived(messageId: "\(latency)")
        }
        let battery: [(Double, Int)] = [(0.935, 0), (0.85, 3600)]
        for (level, second) in battery { monitor.recordBatteryLevel(of: .sample(battery: level, second: second)) }
        bench.world.change { $0.processorTime += .milliseconds(295) }
        bench.pass(.milliseconds(5900))
        monitor.logMetrics()
        #expect(
            bench.messages(.info) == [
                """
                Performance Metrics:
                - GPS Latency: avg=250ms, p95=450ms
                - Message Latency: avg=50ms, p95=80ms
                - Memory: 35MB
                - CPU: 5%
                - Battery: 85%, drain=8.5%/hour
                """
            ]
        )
    }

    @Test func `a reset clears everything except the system's figures`() {
        let bench = MonitorBench(battery: 0.4)
        let monitor = bench.monitor
        monitor.recordGPSLatency(1)
        monitor.recordGPSLatency(-1)
        monitor.recordMessageSent(messageId: "a")
        monitor.recordMessageReceived(messageId: "a")
        monitor.recordMessageSent(messageId: "b")
        monitor.recordBatteryLevel(of: .sample(battery: 0.1))
        monitor.record(.update, .milliseconds(1))
        monitor.sample(.evaluation) {}
        monitor.resetMetrics()
        #expect(monitor.averageGPSLatency == 0)
        #expect(monitor.averageMessageLatency == 0)
        #expect(monitor.pendingMessageCount == 0)
        #expect(monitor.unusableLatencyCount == 0)
        #expect(PerformanceMonitor.Operation.allCases.allSatisfy { monitor.latency(of: $0) == nil })
        monitor.sample(.evaluation) {}
        #expect(monitor.latency(of: .evaluation)?.count == 1)
        #expect(monitor.batteryLevel == 0.4)
        #expect(monitor.memoryUsageMB == 35)
        bench.pass(.seconds(1))
        monitor.recordMessageReceived(messageId: "b")
        #expect(monitor.p95MessageLatency == 0)
    }
}

extension LocationFix {
    /// A fix with this battery level.
    static func sample(battery: Double, second: Int = 0, at time: Date? = nil) -> LocationFix {
        let sample = LocationFix.sample(sequence: second)
        return LocationFix(
            timestamp: time ?? sample.timestamp,
            source: sample.source,
            coordinate: sample.coordinate,
            altitudeMeters: nil,
            horizontalAccuracyMeters: 5,
            verticalAccuracyMeters: -1,
            speedMetersPerSecond: -1,
            courseDegrees: -1,
            headingDegrees: nil,
            batteryFraction: battery,
            sequence: second
        )
    }
}
