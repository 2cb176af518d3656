/// How urgent a device's battery is, as shown to people.
///
/// The thresholds are those of `isLowBattery` and `isCriticalBattery` in the pet tracker that this engine
/// comes from, both included. Its throttle, and so `AdaptiveThrottle`, calls a battery critical only below 10 %.
public enum BatteryCondition: String, Sendable, Hashable, CaseIterable {
    /// More than 20 %.
    case normal
    /// At most 20 %.
    case low
    /// At most 10 %.
    case critical

    /// The condition at a charge in percent, 0 ... 100.
    public init(percentage: Int) {
        let share = Double(percentage) / 100
        self =
            share <= PerformanceTarget.criticalBattery
            ? .critical : share <= PerformanceTarget.lowBattery ? .low : .normal
    }
}
