/// One edit of an engine's geofences.
public enum GeofenceChange: Sendable, Hashable {
    /// Registers a geofence, replacing the one with the same identifier if there is one.
    case upsert(Geofence)

    /// Removes the geofence with this identifier.
    case remove(Geofence.ID)

    /// The identifier of the geofence that the change is about.
    public var id: Geofence.ID {
        switch self {
        case .upsert(let geofence): geofence.id
        case .remove(let id): id
        }
    }
}

extension GeofenceError {
    /// Returns the error for two changes of the same geofence among changes that are made at once.
    package static func twoChanges(of id: Geofence.ID) -> GeofenceError {
        GeofenceError(
            .duplicateIdentifier,
            "two changes are for the same geofence, \"\(id)\"",
            at: InputLocation(geofence: id.rawValue),
            recovery: "Give at most one change for each geofence, and each geofence a unique identifier."
        )
    }
}
