/// The targets of the tracker that this monitor comes from.
enum PerformanceTarget {
    /// Seconds.
    static let gpsLatency = 0.5
    /// Seconds, while the other side can be reached.
    static let messageLatency = 0.1
    /// Megabytes on a phone; machines of other kinds are held to it too.
    static let phoneMemoryMB = 50.0
    /// Megabytes on a watch.
    static let watchMemoryMB = 25.0
    static let cpuPercent = 10.0
    /// At or below it a battery is low, as a share.
    static let lowBattery = 0.20
    /// At or below it a battery is nearly empty, as a share.
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
