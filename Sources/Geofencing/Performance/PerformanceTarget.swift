/// The performance targets of the tracker from which this monitor originates.
enum PerformanceTarget {
    /// Seconds.
    static let gpsLatency = 0.5
    /// Seconds, while the other side is reachable.
    static let messageLatency = 0.1
    /// Megabytes on a phone; also applies to other kinds of machines.
    static let phoneMemoryMB = 50.0
    /// Megabytes on a watch.
    static let watchMemoryMB = 25.0
    static let cpuPercent = 10.0
    /// The fraction at or below which a battery is low.
    static let lowBattery = 0.20
    /// The fraction at or below which a battery is critical.
    static let criticalBattery = 0.10

    /// Megabytes on this platform.
    static var memoryMB: Double {
        #if os(watchOS)
        watchMemoryMB
        #else
        phoneMemoryMB
        #endif
    }
}
