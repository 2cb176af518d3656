/// What is known of one device in one geofence.
public enum Presence: Sendable, Hashable {
    /// No usable fix of the device has been seen, its first one is inside and the policy has not taken it for an arrival yet, or the
    /// geofence is not registered. A silence that ended a visit counts as if there had been no fix before it.
    case unknown

    /// The device is outside by all that was decided so far; under `raw`, its last fix is, and may be older than the
    /// geofence.
    case outside

    /// The device is inside or on the boundary, since the time of its ENTER.
    case inside(since: Timestamp)

    /// Whether the device is known to be inside.
    public var isInside: Bool {
        if case .inside = self { return true }
        return false
    }
}
