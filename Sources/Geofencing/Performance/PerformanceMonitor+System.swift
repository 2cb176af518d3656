internal import Logging

extension PerformanceMonitor {
    /// The memory of the process, in megabytes of 1,048,576 bytes, at most five seconds old.
    public var memoryUsageMB: Double { withState { state, _ in state.system.memoryMB } }

    /// What the process used of all processors, 0 ... 100, between the last two measurements.
    ///
    /// Measurements are at least five seconds apart, more if the monitor is asked less often, unless `collectMetrics()` is called. Zero
    /// before the second.
    public var cpuUsagePercent: Double { withState { state, _ in state.system.cpuPercent } }

    /// The charge of the battery, 0.0 ... 1.0: of the device whose fixes are recorded, else of the machine.
    ///
    /// A machine without a battery counts as fully charged.
    public var batteryLevel: Double { withState { state, _ in state.battery.level } }

    /// How fast the battery goes, in percent an hour, since it last rose; zero until it has fallen.
    public var batteryDrainRate: Double { withState { state, _ in state.battery.drainRate } }

    /// The charge of the battery in whole percent, 0 ... 100.
    public var batteryPercentage: Int { Int((batteryLevel * 100).rounded()) }

    /// Whether the battery is at or below 20 %.
    public var isLowBattery: Bool { batteryLevel <= lowBatteryThreshold }

    /// Whether the battery is at or below 10 %.
    public var isCriticalBattery: Bool { batteryLevel <= criticalBatteryThreshold }

    /// Takes the battery level of a device from its fix, at the time of the fix.
    ///
    /// From the first one on, the machine's own battery no longer counts. The fixes must be those of one device; one
    /// older than the last and one without a level of 0 ... 1 are not used. Warns when the level becomes low or critical.
    public func recordBatteryLevel(of fix: LocationFix) {
        guard (0...1).contains(fix.batteryFraction) else { return }
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
