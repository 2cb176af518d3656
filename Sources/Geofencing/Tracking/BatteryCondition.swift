/// How critical a device's battery is, as shown to people.
///
/// The thresholds, both included, are those of `isLowBattery` and `isCriticalBattery` in the pet tracker from which
/// this engine originates. Its throttle, and therefore `AdaptiveThrottle`, calls a battery critical only below 10 %.
public enum BatteryCondition: String, Sendable, Hashable, CaseIterable {
    /// More than 20 %.
    case normal
    /// At most 20 %.
    case low
    /// At most 10 %.
    case critical

    /// Creates the condition for a charge in percent, 0 ... 100.
    public init(percentage: Int) {
        let share = Double(percentage) / 100
        self =
            share <= PerformanceTarget.criticalBattery
            ? .critical : share <= PerformanceTarget.lowBattery ? .low : .normal
    }
}
