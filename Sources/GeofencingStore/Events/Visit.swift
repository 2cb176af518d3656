public import Geofencing

/// A device's stay in a geofence: an ENTER and the EXIT after it.
public struct Visit: Sendable, Hashable {
    /// The ENTER.
    public var enter: Transition
    /// The EXIT; `nil` while the device is inside.
    public var exit: Transition?

    /// Creates a visit.
    ///
    /// - Parameters:
    ///   - enter: The ENTER.
    ///   - exit: The EXIT after it, of the same device and geofence; `nil` while the device is inside.
    public init(enter: Transition, exit: Transition? = nil) {
        self.enter = enter
        self.exit = exit
    }

    /// The device that was inside.
    public var device: DeviceID { enter.device }
    /// The geofence it was in.
    public var geofence: Geofence.ID { enter.geofence }
    /// When it entered.
    public var entered: Timestamp { enter.time }
    /// When it left; `nil` while it is inside.
    public var exited: Timestamp? { exit?.time }

    /// How long it stayed; `nil` while it is inside.
    public var dwell: Duration? { exited.map { $0 - entered } }
}
