internal import GRDB
internal import Geofencing

/// What a listener must know of a store after a commit: three numbers and what devices report.
struct StoreNotice: Sendable {
    var revision: Int64
    var reconcileRequests: Int64
    var allowsGeofencing: Bool
}

extension GeofenceStore {
    func notice() throws(GeofenceError) -> StoreNotice {
        try read { database in
            let state = try Row.fetchOne(database, sql: "SELECT fence_revision, reconcile_requests FROM store_state")
            return StoreNotice(
                revision: state?[0] ?? 0,
                reconcileRequests: state?[1] ?? 0,
                allowsGeofencing: try Self.deviceReports(database).allowGeofencing
            )
        }
    }
}
