/// The rule by which a device selects the fixes to send.
package enum ThinningRule: Sendable, Hashable {
    /// Fixes that `AdaptiveThrottle` lets through at this battery charge, 0 ... 1; `nil` to use the charge reported
    /// with the device's last fix that had one.
    case throttle(batteryFraction: Double?)

    /// Fixes that `GeofenceEngine.nextFixBy` requests at this maximum speed, in meters per second.
    case safeRadius(maximumMetersPerSecond: Double)
}

/// What a rule remembers about one device.
struct ThinningState: Sendable {
    /// The coordinate of the last fix that was sent.
    private(set) var lastSent: Coordinate?
    private var throttle = AdaptiveThrottle()
    /// The last known charge.
    private var battery = BatteryCharge.unknown
    /// The time of the last fix that was sent, and the time at which the next is due.
    private var sentTime = Timestamp(unixMilliseconds: .min)
    private var dueTime = Timestamp(unixMilliseconds: .min)
    /// The time at which the last fix counts.
    private var time = Int64.min

    /// Makes an older fix count at the time of the one before it, as the engine does where fixes count in input order.
    mutating func countInInputOrder(_ fix: inout CompactFix) {
        fix.time = max(fix.time, time)
        time = fix.time
    }

    /// Returns whether the rule has the device send its next fix, which it always does for the first one.
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
            // After a clock was set back, the due time no longer holds.
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
