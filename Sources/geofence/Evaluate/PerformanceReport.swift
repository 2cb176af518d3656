internal import Geofencing

/// The measurements of a performance monitor, as parts of a report.
struct PerformanceReport {
    private let summary: PerformanceSummary
    private let operations: [(String, OperationLatency)]

    init(_ monitor: PerformanceMonitor) {
        summary = monitor.getPerformanceSummary()
        operations = PerformanceMonitor.Operation.allCases.compactMap { operation in
            monitor.latency(of: operation).map { (operation.rawValue, $0) }
        }
    }

    /// The count and the latencies in nanoseconds of each operation that took place.
    var latency: JSONText {
        .object(
            operations.map { name, latency in
                let figures: [(String, Duration)] = [
                    ("mean_ns", latency.mean), ("p50_ns", latency.p50), ("p95_ns", latency.p95),
                    ("p99_ns", latency.p99), ("p999_ns", latency.p999), ("max_ns", latency.max),
                ]
                let members = figures.map { ($0, JSONText.rounded($1 / .nanoseconds(1), digits: 3)) }
                let counts = [("count", latency.count), ("samples", latency.samples)].map { ($0, JSONText.number($1)) }
                return (name, .object(counts + members))
            }
        )
    }

    /// The figures of the monitor's summary.
    var monitor: JSONText {
        .object([
            "gps_latency_avg_s": .number(summary.gpsLatencyAvg),
            "gps_latency_p95_s": .number(summary.gpsLatencyP95),
            "message_latency_avg_s": .number(summary.messageLatencyAvg),
            "message_latency_p95_s": .number(summary.messageLatencyP95),
            "memory_mb": .rounded(summary.memoryUsageMB, digits: 3),
            "cpu_percent": .rounded(summary.cpuUsagePercent, digits: 3),
            "battery_level": .number(summary.batteryLevel),
            "battery_drain_percent_per_hour": .number(summary.batteryDrainRate),
        ])
    }
}
