/// One number of a monitor under the name by which other systems know it.
package struct PerformanceFigure: Sendable {
    package enum Kind: String, Sendable {
        /// Goes up and down.
        case gauge
        /// Only goes up, until the monitor is reset.
        case counter
    }

    /// Ends with the unit, if there is one: `_seconds`, `_bytes`, `_ratio` (of one), `_ratio_per_hour`; the name of a
    /// counter ends with `_total`.
    package var name: String
    package var kind = Kind.gauge
    /// The description, as a sentence.
    var help: String
    package var value: Double
}

extension PerformanceMonitor {
    /// All figures except those of operations.
    package var figures: [PerformanceFigure] {
        let summary = getPerformanceSummary()
        return [
            PerformanceFigure(
                name: "geofence_gps_latency_average_seconds",
                help: "Mean of the last 100 GPS latencies.",
                value: summary.gpsLatencyAvg
            ),
            PerformanceFigure(
                name: "geofence_gps_latency_p95_seconds",
                help: "95th percentile of the last 100 GPS latencies.",
                value: summary.gpsLatencyP95
            ),
            PerformanceFigure(
                name: "geofence_gps_latencies_unusable_total",
                kind: .counter,
                help: "GPS latencies that were negative or not finite.",
                value: Double(unusableLatencyCount)
            ),
            PerformanceFigure(
                name: "geofence_message_latency_average_seconds",
                help: "Mean of the last 100 message latencies.",
                value: summary.messageLatencyAvg
            ),
            PerformanceFigure(
                name: "geofence_message_latency_p95_seconds",
                help: "95th percentile of the last 100 message latencies.",
                value: summary.messageLatencyP95
            ),
            PerformanceFigure(
                name: "geofence_messages_pending",
                help: "Messages that are waiting for an answer.",
                value: Double(pendingMessageCount)
            ),
            PerformanceFigure(
                name: "geofence_messages_unanswered_total",
                kind: .counter,
                help: "Messages given up without an answer.",
                value: Double(unansweredMessageCount)
            ),
            PerformanceFigure(
                name: "geofence_memory_bytes",
                help: "Main memory used by the process.",
                value: (summary.memoryUsageMB * 1_048_576).rounded()
            ),
            PerformanceFigure(
                name: "geofence_cpu_usage_ratio",
                help: "Share of all processors used by the process.",
                value: summary.cpuUsagePercent / 100
            ),
            PerformanceFigure(
                name: "geofence_battery_level_ratio",
                help: "Charge of the battery.",
                value: summary.batteryLevel
            ),
            PerformanceFigure(
                name: "geofence_battery_drain_ratio_per_hour",
                help: "Battery charge lost per hour.",
                value: summary.batteryDrainRate / 100
            ),
        ]
    }
}
