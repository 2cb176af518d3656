import Testing

@testable import Geofencing

@Suite struct PerformanceSummaryTests {
    private static func summary(
        gps: Double = 0,
        message: Double = 0,
        memory: Double = 0,
        cpu: Double = 0
    ) -> PerformanceSummary {
        PerformanceSummary(
            gpsLatencyAvg: 0,
            gpsLatencyP95: gps,
            messageLatencyAvg: 0,
            messageLatencyP95: message,
            memoryUsageMB: memory,
            cpuUsagePercent: cpu,
            batteryLevel: 1,
            batteryDrainRate: 0
        )
    }

    @Test func `a value meets its target below it but not at it`() {
        #expect(Self.summary(gps: 0.499).meetsGPSTarget)
        #expect(!Self.summary(gps: 0.5).meetsGPSTarget)
        #expect(Self.summary(message: 0.099).meetsMessageTarget)
        #expect(!Self.summary(message: 0.1).meetsMessageTarget)
        #expect(Self.summary(memory: 49.9).meetsMemoryTarget)
        #expect(!Self.summary(memory: 50).meetsMemoryTarget)
        #expect(Self.summary(cpu: 9.9).meetsCPUTarget)
        #expect(!Self.summary(cpu: 10).meetsCPUTarget)
    }

    @Test func `the summary has the figures of the monitor`() {
        let bench = MonitorBench(battery: 0.6)
        bench.monitor.recordGPSLatency(0.3)
        bench.monitor.recordGPSLatency(0.1)
        bench.monitor.recordMessageSent(messageId: "m")
        bench.pass(.seconds(3600))
        bench.monitor.recordMessageReceived(messageId: "m")
        bench.world.change {
            $0.battery = 0.5
            $0.processorTime = .seconds(720)
        }
        bench.pass(.seconds(3600))
        let (summary, monitor) = (bench.monitor.getPerformanceSummary(), bench.monitor)
        #expect(summary.gpsLatencyAvg == monitor.averageGPSLatency && summary.gpsLatencyAvg == 0.2)
        #expect(summary.gpsLatencyP95 == monitor.p95GPSLatency && summary.gpsLatencyP95 == 0.3)
        #expect(summary.messageLatencyAvg == monitor.averageMessageLatency && summary.messageLatencyAvg == 3600)
        #expect(summary.messageLatencyP95 == monitor.p95MessageLatency && summary.messageLatencyP95 == 3600)
        #expect(summary.memoryUsageMB == 35 && monitor.memoryUsageMB == 35)
        #expect(summary.cpuUsagePercent == 10 && monitor.cpuUsagePercent == 10)
        #expect(summary.batteryLevel == 0.5)
        #expect(abs(summary.batteryDrainRate - 5) < 1e-9)
    }
}
