public import Geofencing

/// How a saved geofence does, from the events of the store.
public struct GeofenceActivity: Sendable, Hashable {
    /// An ENTER less than this after the EXIT from the same geofence is a flap: the device was hardly away.
    public static let flapWindow = Duration.seconds(120)

    /// The geofence.
    public var geofence: Geofence.ID
    /// The name for people.
    public var name: String?
    /// When the last event was.
    public var lastEvent: Timestamp?
    /// How many visits began.
    public var visits: Int
    /// How many of them began less than `flapWindow` after the visit before had ended.
    public var flaps: Int

    /// Whether no event tells that a device was ever inside. One that mutes ENTER has no visits here.
    public var isNeverHit: Bool { visits == 0 && lastEvent == nil }
}
