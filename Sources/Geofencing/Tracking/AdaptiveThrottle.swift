/// Decides which of a device's fixes are worth sending, so that its battery lasts: less often when it is low or the device
/// stands still, at once when the accuracy changes.
///
/// | battery | stationary | moving |
/// |---|---|---|
/// | above 20 %, or unknown | 0.5 s | 0.5 s |
/// | 10 to 20 %, both included | 2.0 s | 1.0 s |
/// | below 10 % | 5.0 s | 5.0 s |
///
/// A throttle belongs to one device and is a value: copy it to keep it, compare it, put it back.
///
/// The rules are those of `WatchLocationProvider` in the pet tracker that this engine comes from. They know nothing of
/// geofences, so they can miss a short visit; `GeofenceEngine.nextFixBy(after:maximumMetersPerSecond:)` cannot.
public struct AdaptiveThrottle: Sendable, Hashable {
    /// The shortest time between two fixes that are sent.
    public static let standardInterval = Duration.milliseconds(500)

    /// The same at a low battery, while the device moves.
    public static let lowBatteryMovingInterval = Duration.seconds(1)

    /// The same at a low battery, while the device is stationary.
    public static let lowBatteryStationaryInterval = Duration.seconds(2)

    /// The same at a critical battery, whether the device moves or not.
    public static let criticalBatteryInterval = Duration.seconds(5)

    /// A charge of at most this is low, 0 ... 1.
    public static let lowBatteryFraction = 0.2

    /// A charge of less than this is critical, 0 ... 1.
    public static let criticalBatteryFraction = 0.1

    /// An accuracy that differs by more than this from the one last sent is sent at once.
    public static let accuracyBypass = Distance.meters(5)

    private var motion = MotionDetector()
    private var lastSent: SentFix?

    private struct SentFix: Hashable {
        var time: Timestamp
        var horizontalAccuracy: Distance?
    }

    /// A throttle that has seen no fix.
    public init() {}

    /// The shortest time between two fixes that are sent.
    ///
    /// - Parameters:
    ///   - batteryFraction: The charge, 0 ... 1; `nil`, negative or NaN when unknown, which throttles like a full one.
    ///   - isStationary: Whether the device stands still; see `MotionDetector`.
    public static func interval(batteryFraction: Double?, isStationary: Bool) -> Duration {
        guard let batteryFraction, (0...lowBatteryFraction).contains(batteryFraction) else { return standardInterval }
        if batteryFraction < criticalBatteryFraction { return criticalBatteryInterval }
        return isStationary ? lowBatteryStationaryInterval : lowBatteryMovingInterval
    }

    /// Whether a fix should not be sent: it comes sooner after the last sent one than the interval, and its accuracy is
    /// not more than 5 m better or worse.
    ///
    /// - Parameters:
    ///   - elapsed: The time since the last sent fix. Exactly the interval is enough. A negative one, from a clock that
    ///     was set back, throttles nothing.
    ///   - accuracyChange: The difference to the horizontal accuracy last sent, of either sign.
    ///   - batteryFraction: As of `interval(batteryFraction:isStationary:)`.
    ///   - isStationary: As of `interval(batteryFraction:isStationary:)`.
    public static func shouldThrottleUpdate(
        elapsed: Duration,
        accuracyChange: Distance,
        batteryFraction: Double?,
        isStationary: Bool
    ) -> Bool {
        if abs(accuracyChange.meters) > accuracyBypass.meters { return false }
        return elapsed >= .zero && elapsed < interval(batteryFraction: batteryFraction, isStationary: isStationary)
    }

    /// Takes the device's next fix and tells whether to send it; the first one always.
    ///
    /// An accuracy that becomes known or unknown counts as changed.
    ///
    /// - Parameters:
    ///   - time: When it was measured; a time before that of the last sent fix, from a clock that was set back, throttles nothing.
    ///   - coordinate: Where it was measured to be.
    ///   - horizontalAccuracy: The radius of uncertainty; `nil` when unknown.
    ///   - batteryFraction: As of `interval(batteryFraction:isStationary:)`.
    /// - Complexity: O(1), a geodesic at most.
    public mutating func shouldSend(
        at time: Timestamp,
        coordinate: Coordinate,
        horizontalAccuracy: Distance?,
        batteryFraction: Double?
    ) -> Bool {
        let isStationary = motion.isDeviceStationary(at: time, coordinate: coordinate)
        if let lastSent {
            let isThrottled = Self.shouldThrottleUpdate(
                elapsed: lastSent.time.duration(to: time),
                accuracyChange: Self.change(lastSent.horizontalAccuracy, horizontalAccuracy),
                batteryFraction: batteryFraction,
                isStationary: isStationary
            )
            if isThrottled { return false }
        }
        lastSent = SentFix(time: time, horizontalAccuracy: horizontalAccuracy)
        return true
    }

    /// Takes the device's next fix and tells whether to send it; the first one always.
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
