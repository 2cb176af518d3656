public import Geofencing

/// A geofence of a store.
public struct SavedGeofence: Sendable, Hashable {
    /// The geofence itself.
    public var geofence: Geofence

    /// The number of the change that made it what it is; later changes of any geofence have higher numbers.
    public var revision: Int64

    /// The number of the change that it was added by.
    package var addedRevision: Int64

    init(_ geofence: Geofence, revision: Int64, addedRevision: Int64) {
        self.geofence = geofence
        self.revision = revision
        self.addedRevision = addedRevision
    }
}

/// A geofence that was in a store.
package struct RemovedGeofence: Sendable, Hashable {
    /// Its name.
    package var id: Geofence.ID
    /// Whether it reported EXIT in the end; `nil` where that is not known any more.
    package var reportsExit: Bool?
}

/// What changed in the saved geofences of a store since some revision.
package struct SavedChanges: Sendable {
    /// The revision that these lead to.
    package var revision: Int64
    /// New and changed ones, active or not.
    package var changed: [SavedGeofence]
    package var removed: [RemovedGeofence]

    /// What there is without authorization.
    static let none = SavedChanges(revision: 0, changed: [], removed: [])
}
