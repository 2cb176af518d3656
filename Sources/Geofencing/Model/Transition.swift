/// A device's crossing of a geofence's boundary, or its DWELL inside.
///
/// `json()` returns its line in the wire format; encoding it as part of something larger uses the same keys. Its
/// `description` is one line for people.
public struct Transition: Sendable, Hashable, Identifiable {
    /// What happened. The raw value is the wire's `event`.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The device was not inside before.
        case enter = "ENTER"
        /// The device was inside before.
        case exit = "EXIT"
        /// The device has been inside for the dwell time that is set.
        case dwell = "DWELL"

        /// The rank among events of the same time: EXIT, ENTER, DWELL.
        package var order: UInt8 {
            switch self {
            case .exit: 0
            case .enter: 1
            case .dwell: 2
            }
        }
    }

    /// Why it was reported. The raw value is the wire's `cause`.
    public enum Cause: String, Sendable, Hashable, Codable, CaseIterable {
        /// The device moved across the boundary.
        case movement
        /// The device's first usable fix was already inside.
        case initial
        /// The geofence was added around the device's last fix.
        case geofenceAdded = "fence_added"
        /// The geofence's shape changed under the device's last fix.
        case geofenceChanged = "fence_changed"
        /// The geofence was removed while the device was inside.
        case geofenceRemoved = "fence_removed"
        /// The device was silent for too long.
        case gap
    }

    /// What happened.
    public var kind: Kind

    /// The device that crossed.
    public var device: DeviceID

    /// The geofence that was crossed.
    public var geofence: Geofence.ID

    /// The time at which it happened: the wire's `ts_unix_ms`. If it is due to an edit of geofences, that is the time
    /// of the device's last fix.
    public var time: Timestamp

    /// The time of the fix that decided it, after an edit of the device's last one: the wire's `decided_unix_ms`.
    public var decidedTime: Timestamp

    /// The times between which it certainly happened, as far as the fixes can be trusted; `nil` where only `time` is
    /// known.
    public var interval: ClosedRange<Timestamp>?

    /// The start of the visit that the transition begins, ends or belongs to; `nil` where geometry alone decides and
    /// visits are not tracked.
    public var visitStart: Timestamp?

    /// The device's measured position: at the first fix on the new side, for a DWELL at the fix that decided it, for an
    /// EXIT by `gap` at the last fix inside, after an edit at the last fix. If `isInferred`, the position between two
    /// fixes where it crossed.
    public var coordinate: Coordinate

    /// Why it was reported.
    public var cause: Cause

    /// Whether the device passed through between two fixes without a fix inside. The wire's `inferred`.
    public var isInferred: Bool

    /// A number, 0 for most, that distinguishes transitions with the same device, geofence, kind and time: within one
    /// millisecond a device can be measured at several positions and geofences can be edited.
    public var ordinal: Int

    /// The `ordinal` of the ENTER of the visit that the transition begins, ends or belongs to.
    public var visitOrdinal: Int

    /// Creates a transition.
    public init(
        kind: Kind,
        device: DeviceID,
        geofence: Geofence.ID,
        time: Timestamp,
        decidedTime: Timestamp,
        interval: ClosedRange<Timestamp>? = nil,
        visitStart: Timestamp? = nil,
        coordinate: Coordinate,
        cause: Cause,
        isInferred: Bool = false,
        ordinal: Int = 0,
        visitOrdinal: Int = 0
    ) {
        self.kind = kind
        self.device = device
        self.geofence = geofence
        self.time = time
        self.decidedTime = decidedTime
        self.interval = interval
        self.visitStart = visitStart
        self.coordinate = coordinate
        self.cause = cause
        self.isInferred = isInferred
        self.ordinal = ordinal
        self.visitOrdinal = visitOrdinal
    }
}

extension Transition: CustomStringConvertible {
    /// The transition on one line for people: `EXIT truck-7 depot at 2026-01-01T00:02:02.319Z after 64.929 s,
    /// fence_removed`.
    ///
    /// Where visits are tracked, an EXIT states how long the visit lasted. The cause is left out if it is `movement`,
    /// and is replaced by `inferred` if no fix was inside. For programs, use `json()`.
    public var description: String {
        var text = "\(kind) \(device) \(geofence) at \(time.iso8601)"
        if kind == .exit, let visitStart { text += " after \(time.seconds(since: visitStart)) s" }
        if isInferred {
            text += ", inferred"
        } else if cause != .movement {
            text += ", \(cause)"
        }
        return text
    }
}

extension Transition.Kind: CustomStringConvertible {
    /// The wire's `event`.
    public var description: String { rawValue }
}

extension Transition.Cause: CustomStringConvertible {
    /// The wire's `cause`.
    public var description: String { rawValue }
}
