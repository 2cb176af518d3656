internal import GRDB
internal import Geofencing

/// What a listener must know of a store after a commit: two counters, and whether geofences may be registered.
struct StoreNotice: Sendable {
    var revision: Int64
    var reconcileRequests: Int64
    var allowsGeofencing: Bool
}

extension GeofenceStore {
    func notice() throws(GeofenceError) -> StoreNotice {
        try read { database in
            let state = try Self.state(database)
            return StoreNotice(
                revision: state.revision,
                reconcileRequests: state.reconcileRequests,
                allowsGeofencing: try Self.deviceReports(database).allowGeofencing
            )
        }
    }

    /// How often saved geofences have changed, and how often someone has asked to reconcile.
    static func state(_ database: Database) throws -> (revision: Int64, reconcileRequests: Int64) {
        let row = try Row.fetchOne(database, sql: "SELECT fence_revision, reconcile_requests FROM store_state")
        guard let row else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its count of changes is gone") }
        return (try row.value(0), try row.value(1))
    }
}
