/// One edit of an engine's geofences.
public enum GeofenceChange: Sendable, Hashable {
    /// Registers a geofence, in place of the one with the same identifier if there is one.
    case upsert(Geofence)

    /// Removes the geofence of this name.
    case remove(Geofence.ID)
}
