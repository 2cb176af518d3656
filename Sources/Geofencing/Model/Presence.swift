/// What is known of one device in one geofence.
public enum Presence: Sendable, Hashable {
    /// No usable fix of the device has been seen since the geofence was registered.
    case unknown

    /// The device's last fix is outside.
    case outside

    /// The device's last fix is inside or on the boundary.
    case inside(since: Timestamp)
}
