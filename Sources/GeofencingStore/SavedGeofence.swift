internal import Foundation
internal import GRDB
public import Geofencing

/// A geofence of a store.
public struct SavedGeofence: Sendable, Hashable {
    /// The geofence itself.
    public var geofence: Geofence

    /// The number of the change that made it what it is; later changes of any geofence have higher numbers.
    public var revision: Int64

    init(_ geofence: Geofence, revision: Int64) {
        self.geofence = geofence
        self.revision = revision
    }

    static let columns = "identifier, name, region, radius_m, notify_on_entry, notify_on_exit, is_active, revision"

    init(_ row: Row, _ coder: RegionCoder) throws {
        let identifier: String = row[0]
        do {
            self.init(
                Geofence(
                    Geofence.ID(identifier),
                    try coder.region(wellKnownBinary: Array(row[2] as Data), radius: row[3]),
                    name: row[1],
                    notifyOnEntry: row[4],
                    notifyOnExit: row[5],
                    isActive: row[6]
                ),
                revision: row[7]
            )
        } catch {
            var error = error
            error.location = InputLocation(geofence: identifier)
            throw error
        }
    }
}

/// What changed in the saved geofences of a store since some revision.
struct SavedChanges {
    /// The revision that these lead to.
    var revision: Int64
    /// New and changed ones, active or not.
    var changed: [SavedGeofence]
    var removed: [Geofence.ID]
}
