/// What a performance monitor knew at one moment. What was not known is zero, but for a battery, which counts as fully charged.
public struct PerformanceSummary: Sendable, Hashable {
    /// The mean of the last 100 GPS latencies, in seconds.
    public let gpsLatencyAvg: Double

    /// The 95th percentile of the last 100 GPS latencies, in seconds.
    public let gpsLatencyP95: Double

    /// The mean of the last 100 message latencies, in seconds.
    public let messageLatencyAvg: Double

    /// The 95th percentile of the last 100 message latencies, in seconds.
    public let messageLatencyP95: Double

    /// The memory of the process, in megabytes of 1,048,576 bytes.
    public let memoryUsageMB: Double

    /// What the process used of all processors, 0 ... 100.
    public let cpuUsagePercent: Double

    /// The charge of the battery, 0 ... 1.
    public let batteryLevel: Double

    /// How fast the battery goes, in percent an hour.
    public let batteryDrainRate: Double

    /// Whether the 95th percentile of the GPS latencies is below 500 ms.
    public var meetsGPSTarget: Bool { gpsLatencyP95 < PerformanceTarget.gpsLatency }

    /// Whether the 95th percentile of the message latencies is below 100 ms.
    public var meetsMessageTarget: Bool { messageLatencyP95 < PerformanceTarget.messageLatency }

    /// Whether the memory is below 50 MB, on a watch below 25 MB.
    public var meetsMemoryTarget: Bool { memoryUsageMB < PerformanceTarget.memoryMB }

    /// Whether the processors are used below 10 %.
    public var meetsCPUTarget: Bool { cpuUsagePercent < PerformanceTarget.cpuPercent }

    /// Whether the battery is at or below 20 %.
    public var isLowBattery: Bool { batteryLevel <= PerformanceTarget.lowBattery }

    /// Whether the battery is at or below 10 %.
    public var isCriticalBattery: Bool { batteryLevel <= PerformanceTarget.criticalBattery }
}
