internal import GRDB
internal import Geofencing

/// The saved geofences and the devices' reports, which engines are compared with.
struct SavedState {
    /// The revisions of the active geofences.
    private let revisions: [Geofence.ID: Int64]
    let reports: [DeviceReport]

    init(_ database: Database) throws {
        revisions = try Self.revisions(database, "SELECT identifier, revision FROM geofences WHERE is_active")
        reports = try GeofenceStore.deviceReports(database)
    }

    /// Returns how the geofences that a watcher has registered compare with the saved ones.
    func status(_ watcher: Watcher, _ database: Database) throws -> GeofenceHealthStatus {
        let registered = try Self.revisions(
            database,
            "SELECT identifier, revision FROM registrations WHERE watcher = ?",
            [watcher.id]
        )
        let drifted = registered.filter { id, revision in revisions[id].map { $0 != revision } ?? false }
        return status(registered: Set(registered.keys), drifted: Set(drifted.keys))
    }

    /// Returns the combined status of all watchers; without any, nothing is registered.
    func whole(_ watchers: [WatcherHealth]) -> GeofenceHealthStatus {
        let (parts, saved) = (watchers.map(\.status), Set(revisions.keys))
        let missing = parts.isEmpty ? saved : parts.reduce(into: []) { $0.formUnion($1.missing) }
        let orphaned = parts.reduce(into: Set()) { $0.formUnion($1.orphaned) }
        return status(
            registered: saved.subtracting(missing).union(orphaned),
            drifted: parts.reduce(into: Set()) { $0.formUnion($1.drifted) }.subtracting(missing)
        )
    }

    private func status(registered: Set<Geofence.ID>, drifted: Set<Geofence.ID>) -> GeofenceHealthStatus {
        GeofenceHealthStatus(
            registered: registered,
            saved: Set(revisions.keys),
            drifted: drifted,
            authorizationStatus: reports.map(\.authorizationStatus).min() ?? .authorizedAlways,
            locationServicesEnabled: reports.allSatisfy(\.locationServicesEnabled)
        )
    }

    private static func revisions(
        _ database: Database,
        _ sql: String,
        _ arguments: StatementArguments = []
    ) throws -> [Geofence.ID: Int64] {
        var revisions: [Geofence.ID: Int64] = [:]
        let rows = try Row.fetchCursor(database, sql: sql, arguments: arguments)
        while let row = try rows.next() { revisions[Geofence.ID(try row.value(0))] = try row.value(1) }
        return revisions
    }
}
