/// One edit of an engine's geofences.
public enum GeofenceChange: Sendable, Hashable {
    /// Registers a geofence, in place of the one with the same identifier if there is one.
    case upsert(Geofence)

    /// Removes the geofence of this name.
    case remove(Geofence.ID)

    /// The geofence that it is about.
    public var id: Geofence.ID {
        switch self {
        case .upsert(let geofence): geofence.id
        case .remove(let id): id
        }
    }
}

extension GeofenceError {
    /// That of several changes made at once two are of one geofence.
    package static func twoChanges(of id: Geofence.ID) -> GeofenceError {
        GeofenceError(
            .duplicateIdentifier,
            "two changes name the geofence \"\(id)\"",
            at: InputLocation(geofence: id.rawValue),
            recovery: "Give one change for each geofence, and each an identifier of its own."
        )
    }
}
