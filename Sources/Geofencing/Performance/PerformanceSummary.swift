/// The figures of a performance monitor at one moment. Unknown figures are zero, except the battery, which counts as
/// fully charged.
public struct PerformanceSummary: Sendable, Hashable {
    /// The mean of the last 100 GPS latencies in seconds.
    public let gpsLatencyAvg: Double

    /// The 95th percentile of the last 100 GPS latencies in seconds.
    public let gpsLatencyP95: Double

    /// The mean of the last 100 message latencies in seconds.
    public let messageLatencyAvg: Double

    /// The 95th percentile of the last 100 message latencies in seconds.
    public let messageLatencyP95: Double

    /// The memory of the process in megabytes of 1,048,576 bytes.
    public let memoryUsageMB: Double

    /// The share of all processors that the process used, 0 ... 100.
    public let cpuUsagePercent: Double

    /// The charge of the battery as a share, 0 ... 1.
    public let batteryLevel: Double

    /// The rate at which the battery drains, in percent per hour.
    public let batteryDrainRate: Double

    /// Whether the 95th percentile of the GPS latencies is below 500 ms.
    public var meetsGPSTarget: Bool { gpsLatencyP95 < PerformanceTarget.gpsLatency }

    /// Whether the 95th percentile of the message latencies is below 100 ms.
    public var meetsMessageTarget: Bool { messageLatencyP95 < PerformanceTarget.messageLatency }

    /// Whether the memory is below 50 MB, or on a watch below 25 MB.
    public var meetsMemoryTarget: Bool { memoryUsageMB < PerformanceTarget.memoryMB }

    /// Whether processor usage is below 10 %.
    public var meetsCPUTarget: Bool { cpuUsagePercent < PerformanceTarget.cpuPercent }

    /// Whether the battery is at or below 20 %.
    public var isLowBattery: Bool { batteryLevel <= PerformanceTarget.lowBattery }

    /// Whether the battery is at or below 10 %.
    public var isCriticalBattery: Bool { batteryLevel <= PerformanceTarget.criticalBattery }
}
