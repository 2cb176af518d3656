public import Geofencing

/// The activity of a saved geofence, from the events of the store.
public struct GeofenceActivity: Sendable, Hashable, Identifiable {
    /// An ENTER less than this after the EXIT from the same geofence is a flap: the device was hardly away.
    public static let flapWindow = Duration.seconds(120)

    /// The geofence.
    public var geofence: Geofence.ID
    /// The name for people.
    public var name: String?
    /// The time of the last event, also of one before the time asked about.
    public var lastEvent: Timestamp?
    /// The number of visits that began in the time asked about.
    public var visits: Int
    /// The number of these that began less than `flapWindow` after the last visit of the same device had ended.
    public var flaps: Int

    /// The geofence.
    public var id: Geofence.ID { geofence }

    /// Whether no event shows that a device was ever inside. A geofence that mutes ENTER has no visits here.
    public var isNeverHit: Bool { visits == 0 && lastEvent == nil }
}
