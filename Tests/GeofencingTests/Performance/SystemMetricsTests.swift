import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@testable import Geofencing

@Suite struct SystemMetricsTests {
    /// A clock that goes on by a tenth of a second at each look.
    private final class Ticks: Sendable {
        private let count = Mutex(0)

        func next() -> Duration {
            count.withLock { count in
                count += 1
                return .milliseconds(100 * count)
            }
        }
    }

    @Test func `memory is given in megabytes and measured again after five seconds`() {
        let bench = MonitorBench()
        #expect(bench.monitor.memoryUsageMB == 35)
        bench.world.change { $0.residentBytes = 60 << 20 }
        bench.pass(.milliseconds(4999))
        #expect(bench.monitor.memoryUsageMB == 35)
        bench.pass(.milliseconds(1))
        #expect(bench.monitor.memoryUsageMB == 60)
        let measurements = bench.world.current.measurements
        for _ in 0..<10 { _ = bench.monitor.getPerformanceSummary() }
        #expect(bench.world.current.measurements == measurements)
    }

    @Test func `memory keeps its last value when it cannot be measured`() {
        let bench = MonitorBench()
        bench.world.change { $0.residentBytes = nil }
        bench.pass(.seconds(5))
        #expect(bench.monitor.memoryUsageMB == 35)
    }

    @Test func `CPU usage is the share of all processors since the last measurement`() {
        let bench = MonitorBench(processors: 4)
        for (busy, percent) in [(10.0, 50.0), (0, 0), (1, 5), (40, 100)] {
            bench.world.change { $0.processorTime += .seconds(busy) }
            bench.pass(.seconds(5))
            #expect(abs(bench.monitor.cpuUsagePercent - percent) < 1e-9)
        }
    }

    @Test func `creating the monitor does not count as CPU usage`() {
        let ticks = Ticks()
        let start = ContinuousClock.now
        let probe = SystemProbe(
            residentBytes: { nil },
            processorTime: { ticks.next() },
            processorCount: 1,
            batteryLevel: { nil }
        )
        let monitor = PerformanceMonitor(now: { start + ticks.next() }, probe: probe)
        #expect(monitor.cpuUsagePercent == 0)
    }

    @Test func `recording a latency also updates the system's figures`() {
        let bench = MonitorBench(processors: 1)
        bench.world.change { $0.processorTime = .seconds(1) }
        bench.pass(.seconds(5))
        bench.monitor.recordGPSLatency(0.1)
        bench.pass(.seconds(4))
        #expect(abs(bench.monitor.cpuUsagePercent - 20) < 1e-9)
    }

    @Test func `the figures can be measured on demand`() {
        let bench = MonitorBench()
        bench.world.change { $0.residentBytes = 1 << 20 }
        bench.monitor.collectMetrics()
        #expect(bench.monitor.memoryUsageMB == 1)
    }

    @Test func `the machine's battery is read with the other figures`() {
        let bench = MonitorBench(battery: 0.9)
        #expect(bench.monitor.batteryPercentage == 90)
        bench.world.change { $0.battery = 0.85 }
        bench.pass(.seconds(1800))
        #expect(bench.monitor.batteryLevel == 0.85)
        #expect(abs(bench.monitor.batteryDrainRate - 10) < 1e-9)
    }

    @Test func `the battery of fixes takes precedence over the machine's battery`() {
        let bench = MonitorBench(battery: 0.9)
        bench.monitor.recordBatteryLevel(of: .sample(battery: 0.5))
        bench.pass(.seconds(10))
        #expect(bench.monitor.batteryLevel == 0.5)
        #expect(bench.monitor.batteryDrainRate == 0)
        bench.monitor.recordBatteryLevel(of: .sample(battery: 0.4, second: 7200))
        #expect(abs(bench.monitor.batteryDrainRate - 5) < 1e-9)
    }

    @Test(arguments: [1e297, -1e297, 1e30])
    func `the battery of a fix is used, however extreme its time`(seconds: Double) {
        let bench = MonitorBench(battery: 0.9)
        bench.monitor.recordBatteryLevel(of: .sample(battery: 0.5, at: Date(timeIntervalSince1970: seconds)))
        #expect(bench.monitor.batteryLevel == 0.5)
        bench.pass(.seconds(10))
        #expect(bench.monitor.batteryLevel == 0.5)
    }

    @Test(arguments: [
        (0.21, false, false), (0.2, true, false), (0.11, true, false), (0.1, true, true), (0, true, true),
    ])
    func `a battery is low at 20 % and critical at 10 %`(level: Double, isLow: Bool, isCritical: Bool) {
        let bench = MonitorBench(battery: level)
        #expect(bench.monitor.isLowBattery == isLow)
        #expect(bench.monitor.isCriticalBattery == isCritical)
        let summary = bench.monitor.getPerformanceSummary()
        #expect(summary.isLowBattery == isLow)
        #expect(summary.isCriticalBattery == isCritical)
    }

    @Test func `a low and a critical battery are each logged once`() {
        let bench = MonitorBench()
        for (second, level) in [0.5, 0.2, 0.15, 0.1, 0.05].enumerated() {
            bench.monitor.recordBatteryLevel(of: .sample(battery: level, second: second))
        }
        #expect(bench.messages(.warning) == ["Battery low: 20%", "Battery critical: 10%"])
    }

    @Test func `the drain rate counts from the last rise; late and impossible levels are ignored`() {
        var battery = BatteryHistory()
        battery.record(0.5, at: .seconds(0))
        battery.record(0.4, at: .seconds(3600))
        #expect(abs(battery.drainRate - 10) < 1e-9)
        for level in [1.5, -1, .nan] { battery.record(level, at: .seconds(4000)) }
        battery.record(0.9, at: .seconds(100))
        #expect(battery.level == 0.4)
        battery.record(0.8, at: .seconds(7200))
        #expect(battery.drainRate == 0)
        battery.record(0.8, at: .seconds(9000))
        battery.record(0.77, at: .seconds(10_800))
        #expect(abs(battery.drainRate - 3) < 1e-9)
    }

    @Test func `the system probe returns plausible values`() throws {
        let probe = SystemProbe.system
        let bytes = try #require(probe.residentBytes())
        #expect((1 << 20..<1 << 36).contains(bytes))
        let before = probe.processorTime()
        var sum = 0
        while probe.processorTime() == before { sum &+= 1 }
        #expect(probe.processorTime() > .zero)
        #expect(probe.processorCount >= 1)
        if let battery = probe.batteryLevel() { #expect((0...1).contains(battery)) }
    }

    @Test func `only the machine's own batteries count among the power supplies`() throws {
        let folder = try TemporaryFolder()
        let supplies = [
            "AC": ["type": "Mains"], "BAT0": ["type": "Battery", "capacity": "80"],
            "BAT1": ["type": "Battery", "capacity": "60", "scope": "System"],
            "mouse": ["type": "Battery", "capacity": "5", "scope": "Device"],
            "odd": ["type": "Battery", "capacity": "full"],
        ]
        #expect(PowerSupply(folder: folder.url.path).batteryLevel == nil)
        for (name, properties) in supplies {
            try FileManager.default.createDirectory(at: folder.url(name), withIntermediateDirectories: true)
            for (property, value) in properties { try folder.write(value + "\n", to: "\(name)/\(property)") }
        }
        #expect(PowerSupply(folder: folder.url.path).batteryLevel == 0.7)
        #expect(PowerSupply(folder: folder.url("none").path).batteryLevel == nil)
    }
}
