/// Decides which of a device's fixes are worth sending, to save its battery: fewer when the battery is low or the
/// device stands still, and at once when the accuracy changes.
///
/// | battery | stationary | moving |
/// |---|---|---|
/// | above 20 %, or unknown | 0.5 s | 0.5 s |
/// | 10 to 20 %, both included | 2.0 s | 1.0 s |
/// | below 10 % | 5.0 s | 5.0 s |
///
/// A throttle belongs to one device and is a value that can be copied and compared.
///
/// The rules are those of `WatchLocationProvider` in the pet tracker from which this engine originates. They know
/// nothing of geofences, so they can miss a short visit; `GeofenceEngine.nextFixBy(after:maximumMetersPerSecond:)`
/// cannot.
public struct AdaptiveThrottle: Sendable, Hashable {
    /// The shortest time between two fixes that are sent.
    public static let standardInterval = Duration.milliseconds(500)

    /// The shortest time at a low battery while the device moves.
    public static let lowBatteryMovingInterval = Duration.seconds(1)

    /// The shortest time at a low battery while the device is stationary.
    public static let lowBatteryStationaryInterval = Duration.seconds(2)

    /// The shortest time at a critical battery, whether the device moves or not.
    public static let criticalBatteryInterval = Duration.seconds(5)

    /// The charge at or below which a battery is low, 0 ... 1.
    public static let lowBatteryFraction = 0.2

    /// The charge below which a battery is critical, 0 ... 1.
    public static let criticalBatteryFraction = 0.1

    /// The difference from the accuracy last sent above which a fix is sent at once.
    public static let accuracyBypass = Distance.meters(5)

    private var motion = MotionDetector()
    private var lastSent: SentFix?

    private struct SentFix: Hashable {
        var time: Timestamp
        var horizontalAccuracy: Distance?
    }

    /// Creates a throttle that has seen no fix.
    public init() {}

    /// The shortest time between two fixes that are sent.
    ///
    /// - Parameters:
    ///   - batteryFraction: The charge, 0 ... 1; `nil`, negative or NaN when unknown, which throttles like a full
    ///     battery.
    ///   - isStationary: Whether the device stands still; see `MotionDetector`.
    public static func interval(batteryFraction: Double?, isStationary: Bool) -> Duration {
        guard let batteryFraction, (0...lowBatteryFraction).contains(batteryFraction) else { return standardInterval }
        if batteryFraction < criticalBatteryFraction { return criticalBatteryInterval }
        return isStationary ? lowBatteryStationaryInterval : lowBatteryMovingInterval
    }

    /// Returns whether a fix should not be sent: it comes sooner after the last sent fix than the interval, and its
    /// accuracy is not more than 5 m better or worse.
    ///
    /// - Parameters:
    ///   - elapsed: The time since the last sent fix. Exactly the interval is enough. A negative time, from a clock
    ///     that was set back, throttles nothing.
    ///   - accuracyChange: The difference from the horizontal accuracy last sent, of either sign; NaN counts as none.
    ///   - batteryFraction: As in `interval(batteryFraction:isStationary:)`.
    ///   - isStationary: As in `interval(batteryFraction:isStationary:)`.
    public static func shouldThrottleUpdate(
        elapsed: Duration,
        accuracyChange: Distance,
        batteryFraction: Double?,
        isStationary: Bool
    ) -> Bool {
        if abs(accuracyChange.meters) > accuracyBypass.meters { return false }
        return elapsed >= .zero && elapsed < interval(batteryFraction: batteryFraction, isStationary: isStationary)
    }

    /// Takes the device's next fix and returns whether to send it; the first one is always sent.
    ///
    /// An accuracy that becomes known or unknown counts as changed.
    ///
    /// - Parameters:
    ///   - time: The time of the measurement. A time before that of the last sent fix, from a clock that was set back,
    ///     throttles nothing.
    ///   - coordinate: The measured position.
    ///   - horizontalAccuracy: The radius of uncertainty; `nil`, not positive or not finite when unknown.
    ///   - batteryFraction: As in `interval(batteryFraction:isStationary:)`.
    /// - Complexity: O(1), at most one geodesic.
    public mutating func shouldSend(
        at time: Timestamp,
        coordinate: Coordinate,
        horizontalAccuracy: Distance?,
        batteryFraction: Double?
    ) -> Bool {
        let isStationary = motion.isDeviceStationary(at: time, coordinate: coordinate)
        let accuracy = horizontalAccuracy.flatMap { $0.meters > 0 && $0.meters.isFinite ? $0 : nil }
        if let lastSent {
            let isThrottled = Self.shouldThrottleUpdate(
                elapsed: lastSent.time.duration(to: time),
                accuracyChange: Self.change(lastSent.horizontalAccuracy, accuracy),
                batteryFraction: batteryFraction,
                isStationary: isStationary
            )
            if isThrottled { return false }
        }
        lastSent = SentFix(time: time, horizontalAccuracy: accuracy)
        return true
    }

    /// Takes the device's next fix and returns whether to send it; the first one is always sent.
    public mutating func shouldSend(_ fix: LocationFix) -> Bool {
        let compact = Fix(fix)
        return shouldSend(
            at: compact.time,
            coordinate: compact.coordinate,
            horizontalAccuracy: compact.horizontalAccuracy,
            batteryFraction: fix.batteryFraction
        )
    }

    private static func change(_ one: Distance?, _ other: Distance?) -> Distance {
        switch (one, other) {
        case (nil, nil): .meters(0)
        case (let one?, let other?): .meters(other.meters - one.meters)
        default: .meters(.infinity)
        }
    }
}
