/// A geofence near a point; see `GeofenceEngine.nearestGeofences(to:count:)`.
public struct NearGeofence: Sendable, Hashable, Identifiable {
    /// The geofence.
    public let id: Geofence.ID

    /// The distance from the point to its boundary, negative inside.
    public let distance: Distance

    /// Creates the answer for a geofence.
    public init(id: Geofence.ID, distance: Distance) {
        self.id = id
        self.distance = distance
    }
}
