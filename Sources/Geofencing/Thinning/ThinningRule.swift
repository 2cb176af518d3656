/// Which of its fixes a device sends.
package enum ThinningRule: Sendable, Hashable {
    /// Those that `AdaptiveThrottle` lets through at this charge of the battery, 0 ... 1; `nil` for the charge that came with
    /// the device's last fix that had one.
    case throttle(batteryFraction: Double?)

    /// Those that `GeofenceEngine.nextFixBy` asks for at this speed at most, in meters per second.
    case safeRadius(maximumMetersPerSecond: Double)
}

/// What a rule remembers of one device.
struct ThinningState: Sendable {
    /// Where the last fix that was sent is.
    private(set) var lastSent: Coordinate?
    private var throttle = AdaptiveThrottle()
    /// The last that was told.
    private var battery = BatteryCharge.unknown
    /// The time of the last fix that was sent, and when the next is due.
    private var sentTime = Timestamp(unixMilliseconds: .min)
    private var dueTime = Timestamp(unixMilliseconds: .min)
    /// The time at which the last fix counts.
    private var time = Int64.min

    /// Lets an older fix count at the time of the one before it, as the engine does where fixes count as they come.
    mutating func countWhereItComes(_ fix: inout CompactFix) {
        fix.time = max(fix.time, time)
        time = fix.time
    }

    /// Whether the rule has the device send its next fix, the first one always.
    mutating func sends(
        _ fix: CompactFix,
        _ charge: BatteryCharge,
        _ rule: ThinningRule,
        _ engine: GeofenceEngine
    ) throws(GeofenceError) -> Bool {
        let time = Timestamp(unixMilliseconds: fix.time)
        switch rule {
        case .throttle(let batteryFraction):
            if charge != .unknown { battery = charge }
            let isSent = throttle.shouldSend(
                at: time,
                coordinate: fix.coordinate,
                horizontalAccuracy: fix.accuracy,
                batteryFraction: batteryFraction ?? battery.fraction
            )
            if !isSent { return false }
        case .safeRadius(let speed):
            // A clock that was set back keeps no promise.
            if time >= sentTime, time < dueTime { return false }
            sentTime = time
            dueTime = try engine.nextFixBy(
                after: fix.coordinate,
                at: time,
                horizontalAccuracy: fix.accuracy,
                maximumMetersPerSecond: speed
            )
        }
        lastSent = fix.coordinate
        return true
    }
}
