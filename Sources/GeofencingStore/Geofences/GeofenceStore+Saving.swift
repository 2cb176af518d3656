internal import Foundation
internal import GRDB
package import Geofencing
internal import Logging

extension GeofenceStore {
    /// Saves changes, which must have been checked, under one new revision.
    static func save(
        _ changes: [GeofenceChange],
        _ database: Database,
        _ coder: RegionCoder
    ) throws -> GeofenceChangeCounts {
        let revision = try state(database).revision &+ 1
        var counts = GeofenceChangeCounts()
        var policies = PolicyCoder()
        for change in changes {
            switch change {
            case .upsert(let geofence): try upsert(geofence, revision, database, coder, &policies, &counts)
            case .remove(let id): try remove(id, revision, database, &counts)
            }
        }
        guard counts.total > 0 else { return counts }
        try database.cachedStatement(sql: "UPDATE store_state SET fence_revision = ?").execute(arguments: [revision])
        Logger.geofences.debug(
            "saved geofences",
            metadata: [
                "added": "\(counts.added)", "changed": "\(counts.changed)", "removed": "\(counts.removed)",
                "revision": "\(revision)",
            ]
        )
        return counts
    }

    private static func upsert(
        _ geofence: Geofence,
        _ revision: Int64,
        _ database: Database,
        _ coder: RegionCoder,
        _ policies: inout PolicyCoder,
        _ counts: inout GeofenceChangeCounts
    ) throws {
        let id = geofence.id.rawValue
        var radius: Double?
        if case .circle(_, let distance) = geofence.region { radius = distance.meters }
        let shape = Data(try coder.wellKnownBinary(of: geofence.region))
        var values: StatementArguments = [
            "id": id, "name": geofence.name, "region": shape,
            "radius": radius, "entry": geofence.notifyOnEntry, "exit": geofence.notifyOnExit,
            "active": geofence.isActive, "policy": try geofence.policy.map { try policies.text($0) },
            "dwell": geofence.dwell?.milliseconds, "revision": revision,
        ]
        let insert = try database.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO geofences (\(SavedGeofenceRow.columns))
                VALUES (:id, :name, :region, :radius, :entry, :exit, :active, :policy, :dwell, :revision, :revision)
                """
        )
        try insert.execute(arguments: values)
        if database.changesCount > 0 {
            counts.added += 1
            let forget = try database.cachedStatement(sql: "DELETE FROM geofence_removals WHERE identifier = ?")
            return try forget.execute(arguments: [id])
        }
        let known = try database.cachedStatement(sql: "SELECT region, radius_m FROM geofences WHERE identifier = ?")
        if let row = try Row.fetchOne(known, arguments: [id]), let region = try row.value(0) as Data?, region != shape {
            // The direction of rings does not matter, as an export may reverse them, nor does the sign of a zero. A
            // damaged region is replaced.
            let saved = try? RegionDecoder.region(wellKnownBinary: Array(region), radius: row.value(1))
            if saved?.isSameShape(as: geofence.region) == true { _ = values.append(contentsOf: ["region": region]) }
        }
        let update = try database.cachedStatement(
            sql: """
                UPDATE geofences SET name = :name, region = :region, radius_m = :radius, notify_on_entry = :entry,
                    notify_on_exit = :exit, is_active = :active, policy = :policy, dwell_ms = :dwell, revision = :revision,
                    -- One that is made active is added, by what engines know.
                    added_revision = IIF(:active AND NOT is_active, :revision, added_revision)
                WHERE identifier = :id
                    AND (name, region, radius_m, notify_on_entry, notify_on_exit, is_active, policy, dwell_ms)
                    IS NOT (:name, :region, :radius, :entry, :exit, :active, :policy, :dwell)
                """
        )
        try update.execute(arguments: values)
        if database.changesCount > 0 { counts.changed += 1 }
    }

    private static func remove(
        _ id: Geofence.ID,
        _ revision: Int64,
        _ database: Database,
        _ counts: inout GeofenceChangeCounts
    ) throws {
        let remember = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO geofence_removals (identifier, revision, notify_on_exit)
                SELECT identifier, ?, notify_on_exit FROM geofences WHERE identifier = ?
                """
        )
        try remember.execute(arguments: [revision, id.rawValue.sought])
        guard database.changesCount > 0 else { throw GeofenceError.unknownGeofence(id) }
        let delete = try database.cachedStatement(sql: "DELETE FROM geofences WHERE identifier = ?")
        try delete.execute(arguments: [id.rawValue])
        counts.removed += 1
    }
}

extension GeofenceError {
    /// Returns the error for an identifier that no saved geofence has.
    package static func unknownGeofence(_ id: Geofence.ID) -> GeofenceError {
        GeofenceError(
            .unknownGeofence,
            "there is no saved geofence \"\(id.rawValue.shortened)\"",
            at: InputLocation(geofence: id.rawValue),
            recovery: "List the saved geofences with `geofence fences list` or, in code, `savedGeofences()`."
        )
    }
}
