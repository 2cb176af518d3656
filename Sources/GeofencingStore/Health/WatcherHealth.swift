public import Geofencing

/// An engine that listens to a store, and how the geofences that it has registered compare with the saved ones.
public struct WatcherHealth: Sendable, Hashable {
    /// The name of the watch that it keeps; `nil` for none.
    public var name: String?
    /// The number of its process.
    public var process: Int32
    /// The time at which it began to listen.
    public var start: Timestamp
    /// The geofences that it has registered, compared with the saved ones.
    public var status: GeofenceHealthStatus
}
