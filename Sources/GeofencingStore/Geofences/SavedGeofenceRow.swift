internal import Foundation
internal import GRDB
internal import Geofencing

/// A row of a geofence in the store, with its shape and policy not yet decoded.
struct SavedGeofenceRow: Sendable {
    static let columns = """
        identifier, name, region, radius_m, notify_on_entry, notify_on_exit, is_active, policy, dwell_ms, revision, \
        added_revision
        """

    private var geofence: Geofence
    private let region: Data
    private let radius: Double?
    private let policy: String?
    private let revision: Int64
    private let addedRevision: Int64

    init(_ row: Row) throws {
        // `saved` fills in the shape.
        let nowhere = Geofence.Region.multiPolygon([])
        geofence = try Geofence(
            Geofence.ID(row.value(0)),
            nowhere,
            name: row.value(1),
            notifyOnEntry: row.value(4),
            notifyOnExit: row.value(5),
            isActive: row.value(6),
            dwell: (row.value(8) as Int64?).map { .milliseconds($0) }
        )
        region = try row.value(2)
        radius = try row.value(3)
        policy = try row.value(7)
        revision = try row.value(9)
        addedRevision = try row.value(10)
    }

    /// Returns the geofence. Its shape was validated when it was saved; only what no shape can be is refused again.
    func saved(_ policies: inout PolicyCoder) throws(GeofenceError) -> SavedGeofence {
        var geofence = geofence
        do throws(GeofenceError) {
            geofence.region = try RegionDecoder.region(wellKnownBinary: Array(region), radius: radius)
            geofence.policy = try policy.map { text throws(GeofenceError) in try policies.policy(text) }
        } catch {
            var error = error
            error.location = InputLocation(geofence: geofence.id.rawValue)
            throw error
        }
        return SavedGeofence(geofence, revision: revision, addedRevision: addedRevision)
    }
}
