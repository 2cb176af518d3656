public import Geofencing

/// An engine that listens to a store, and how what it has registered compares with what is saved.
public struct WatcherHealth: Sendable, Hashable {
    /// The name of the watch that it keeps; `nil` for none.
    public var name: String?
    /// The number of its process.
    public var process: Int32
    /// When it began to listen.
    public var start: Timestamp
    /// What it has registered.
    public var status: GeofenceHealthStatus
}
