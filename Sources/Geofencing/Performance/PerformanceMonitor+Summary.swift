internal import Logging

extension PerformanceMonitor {
    /// Returns all figures at one moment.
    public func getPerformanceSummary() -> PerformanceSummary {
        withState { state, _ in
            PerformanceSummary(
                gpsLatencyAvg: state.gps.average,
                gpsLatencyP95: state.gps.p95,
                messageLatencyAvg: state.messages.average,
                messageLatencyP95: state.messages.p95,
                memoryUsageMB: state.system.memoryMB,
                cpuUsagePercent: state.system.cpuPercent,
                batteryLevel: state.battery.level,
                batteryDrainRate: state.battery.drainRate
            )
        }
    }

    /// Logs the current figures as one message of level `info`, with the logger `performance`.
    public func logMetrics() {
        let summary = getPerformanceSummary()
        let gps = (Self.milliseconds(summary.gpsLatencyAvg), Self.milliseconds(summary.gpsLatencyP95))
        let message = (Self.milliseconds(summary.messageLatencyAvg), Self.milliseconds(summary.messageLatencyP95))
        logger.info(
            """
            Performance Metrics:
            - GPS Latency: avg=\(gps.0), p95=\(gps.1)
            - Message Latency: avg=\(message.0), p95=\(message.1)
            - Memory: \(Int(summary.memoryUsageMB.rounded()))MB
            - CPU: \(Int(summary.cpuUsagePercent.rounded()))%
            - Battery: \(Int((summary.batteryLevel * 100).rounded()))%, \
            drain=\((summary.batteryDrainRate * 10).rounded() / 10)%/hour
            """
        )
    }
}
