public import Geofencing

/// A geofence of a store.
public struct SavedGeofence: Sendable, Hashable, Identifiable {
    /// The geofence itself.
    public var geofence: Geofence

    /// The identifier of the geofence.
    public var id: Geofence.ID { geofence.id }

    /// The number of the last change of the geofence; later changes of any geofence have higher numbers.
    public var revision: Int64

    /// The number of the change that added it.
    var addedRevision: Int64

    init(_ geofence: Geofence, revision: Int64, addedRevision: Int64) {
        self.geofence = geofence
        self.revision = revision
        self.addedRevision = addedRevision
    }
}

/// A geofence that was removed from a store.
package struct RemovedGeofence: Sendable, Hashable {
    /// Its identifier.
    package var id: Geofence.ID
    /// Whether it last reported EXIT; `nil` if that is no longer known.
    package var reportsExit: Bool?
}

/// The changes of the saved geofences of a store since some revision.
package struct SavedChanges: Sendable {
    /// The revision that the changes lead to.
    package var revision: Int64
    /// The new and changed geofences, active or not.
    package var changed: [SavedGeofence]
    package var removed: [RemovedGeofence]

    /// The changes that are reported without authorization.
    static let none = SavedChanges(revision: 0, changed: [], removed: [])
}
