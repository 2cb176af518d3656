internal import Logging

extension PerformanceMonitor {
    /// The memory of the process in megabytes of 1,048,576 bytes, at most five seconds old.
    public var memoryUsageMB: Double { withState { state, _ in state.system.memoryMB } }

    /// The share of all processors that the process used between the last two measurements, 0 ... 100.
    ///
    /// Measurements are at least five seconds apart, or more if the monitor is used less often, unless
    /// `collectMetrics()` is called. Zero before the second measurement.
    public var cpuUsagePercent: Double { withState { state, _ in state.system.cpuPercent } }

    /// The charge of the battery as a share, 0.0 ... 1.0: that of the device whose fixes are recorded, otherwise that
    /// of the machine. `batteryPercentage` is the same in percent, the unit of `TrackedDevice.batteryLevel`.
    ///
    /// A machine without a battery counts as fully charged.
    public var batteryLevel: Double { withState { state, _ in state.battery.level } }

    /// The rate at which the battery drains, in percent per hour since it last rose; zero until it has fallen.
    public var batteryDrainRate: Double { withState { state, _ in state.battery.drainRate } }

    /// The charge of the battery in whole percent, 0 ... 100.
    public var batteryPercentage: Int { Int((batteryLevel * 100).rounded()) }

    /// Whether the battery is at or below 20 %.
    public var isLowBattery: Bool { batteryLevel <= lowBatteryThreshold }

    /// Whether the battery is at or below 10 %.
    public var isCriticalBattery: Bool { batteryLevel <= criticalBatteryThreshold }

    /// Records the battery level of a device from its fix, at the time of the fix.
    ///
    /// After the first such fix, the machine's own battery no longer counts. The fixes must all come from one device; a
    /// fix older than the last and one without a level of 0 ... 1 are ignored. Logs a warning when the level becomes
    /// low or critical.
    public func recordBatteryLevel(of fix: LocationFix) {
        guard fix.hasValidBattery else { return }
        let (before, after) = withState { state, _ in
            if !state.hasFixBattery { state.battery = BatteryHistory() }
            state.hasFixBattery = true
            let before = state.battery.level
            state.battery.record(fix.batteryFraction, at: .milliseconds(fix.time.unixMilliseconds))
            return (before, state.battery.level)
        }
        let levels = [
            (name: "critical", threshold: criticalBatteryThreshold), (name: "low", threshold: lowBatteryThreshold),
        ]
        if let level = levels.first(where: { before > $0.threshold && after <= $0.threshold }) {
            logger.warning("Battery \(level.name): \(Int((after * 100).rounded()))%")
        }
    }
}
