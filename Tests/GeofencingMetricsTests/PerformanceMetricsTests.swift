import Geofencing
import GeofencingMetrics
import Metrics
import MetricsTestKit
import TestSupport
import Testing

@Suite struct PerformanceMetricsTests {
    @Test func `every Swift snippet in a comment is compiled here`() throws {
        let (places, count) = try DocumentationSnippets.uncompiled(of: "GeofencingMetrics", in: #filePath)
        #expect(places.isEmpty)
        #expect(count == 1)
    }

    /// Not run, as a process has one metrics system for good.
    private func example(_ backend: any MetricsFactory) async throws {
        MetricsSystem.bootstrap(backend)
        let metrics = PerformanceMetrics()
        while !Task.isCancelled {
            metrics.update()
            try await Task.sleep(for: .seconds(5))
        }
    }

    @Test func `the figures of the monitor become meters and counters`() throws {
        let factory = TestMetrics()
        let monitor = PerformanceMonitor()
        let metrics = PerformanceMetrics(monitor, factory: factory)
        monitor.recordGPSLatency(0.25)
        monitor.record(.evaluation, .microseconds(1), count: 8)
        metrics.update()
        #expect(try factory.expectMeter("geofence_gps_latency_p95_seconds").lastValue == 0.25)
        #expect(try factory.expectMeter("geofence_memory_bytes").lastValue.map { $0 > 1_000_000 } == true)
        let dimensions = [("operation", "evaluation"), ("quantile", "0.999")]
        let duration = try factory.expectMeter("geofence_operation_duration_seconds", dimensions)
        #expect(duration.lastValue == 1.25e-7)
        let counter = try factory.expectCounter("geofence_operations_total", [("operation", "evaluation")])
        #expect(counter.totalValue == 8)
        #expect(factory.counters(label: "geofence_operations_total").count == 1)
    }

    @Test func `counters grow only by new operations and keep growing after a monitor reset`() {
        let factory = TestMetrics()
        let monitor = PerformanceMonitor()
        let metrics = PerformanceMetrics(monitor, factory: factory)
        monitor.record(.update, .seconds(1), count: 5)
        for _ in 0..<3 { metrics.update() }
        #expect(factory.counterTotal(label: "geofence_operations_total") == 5)
        monitor.record(.update, .seconds(1), count: 2)
        metrics.update()
        #expect(factory.counterTotal(label: "geofence_operations_total") == 7)
        monitor.resetMetrics()
        monitor.record(.update, .seconds(1), count: 3)
        metrics.update()
        #expect(factory.counterTotal(label: "geofence_operations_total") == 10)
    }
}
