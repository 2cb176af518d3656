public import Geofencing

/// What a device last reported about itself.
public struct DeviceReport: Sendable, Hashable, Identifiable {
    /// The device.
    public var device: DeviceID
    /// Whether it may be located.
    public var authorizationStatus: AuthorizationStatus
    /// Whether its location services are on.
    public var locationServicesEnabled: Bool
    /// The time of the report.
    public var time: Timestamp

    /// The device.
    public var id: DeviceID { device }

    /// Creates a report.
    public init(
        device: DeviceID,
        authorizationStatus: AuthorizationStatus,
        locationServicesEnabled: Bool,
        time: Timestamp
    ) {
        self.device = device
        self.authorizationStatus = authorizationStatus
        self.locationServicesEnabled = locationServicesEnabled
        self.time = time
    }
}
