/// What is known about one device in one geofence.
public enum Presence: Sendable, Hashable {
    /// Either no usable fix of the device has been seen, or its first fix is inside and the policy has not yet accepted
    /// it as an arrival, or the geofence is not registered. After a silence that ended a visit, earlier fixes no longer
    /// count.
    case unknown

    /// The device is outside according to all decisions so far. Under `raw`, its last fix is outside, and may be older
    /// than the geofence.
    case outside

    /// The device is inside or on the boundary, since the time of its ENTER.
    case inside(since: Timestamp)

    /// Whether the device is known to be inside.
    public var isInside: Bool {
        if case .inside = self { return true }
        return false
    }
}
