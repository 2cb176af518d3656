/// A geofence near a place; see `GeofenceEngine.nearestGeofences(to:count:)`.
public struct NearGeofence: Sendable, Hashable, Identifiable {
    /// The geofence.
    public let id: Geofence.ID

    /// From the place to its boundary, negative inside.
    public let distance: Distance
}
