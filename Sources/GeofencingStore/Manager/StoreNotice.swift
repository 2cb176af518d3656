internal import GRDB
internal import Geofencing

/// The state that a listener reads from a store after a commit: three counters, and whether geofences may be
/// registered.
struct StoreNotice: Sendable {
    var revision: Int64
    var reconcileRequests: Int64
    var forgettings: Int64
    var allowsGeofencing: Bool
}

extension GeofenceStore {
    func notice() throws(GeofenceError) -> StoreNotice {
        try read { database in
            let state = try Self.state(database)
            return StoreNotice(
                revision: state.revision,
                reconcileRequests: state.reconcileRequests,
                forgettings: state.forgettings,
                allowsGeofencing: try Self.allowsGeofencing(database)
            )
        }
    }

    /// Returns how often saved geofences have changed, reconciliation was requested, and devices were forgotten.
    static func state(
        _ database: Database
    ) throws -> (revision: Int64, reconcileRequests: Int64, forgettings: Int64) {
        let find = try database.cachedStatement(
            sql: "SELECT fence_revision, reconcile_requests, forgettings FROM store_state"
        )
        guard let row = try Row.fetchOne(find) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its count of changes is missing")
        }
        return (try row.value(0), try row.value(1), try row.value(2))
    }
}
