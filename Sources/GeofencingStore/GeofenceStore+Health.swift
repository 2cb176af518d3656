internal import GRDB
public import Geofencing

/// How a saved geofence does, from the events of the store.
public struct GeofenceActivity: Sendable, Hashable {
    /// An ENTER less than this many seconds after the EXIT from the same geofence is a flap: the device was hardly away.
    public static let flapSeconds = 120.0

    /// The geofence.
    public var geofence: Geofence.ID
    /// The name for people.
    public var name: String?
    /// When the last event was.
    public var lastEvent: Timestamp?
    /// How many visits began.
    public var visits: Int
    /// How many of them began at most `flapSeconds` after the visit before had ended.
    public var flaps: Int

    /// Whether no device was ever inside.
    public var isNeverHit: Bool { visits == 0 }
}

extension GeofenceStore {
    /// Compares what the running engine has registered with what is saved.
    ///
    /// The engine is the one that started last of those whose process still runs; without one nothing is registered.
    public func healthStatus() throws(GeofenceError) -> GeofenceHealthStatus {
        try read { database in
            let saved = try Self.revisions(database, "SELECT identifier, revision FROM geofences WHERE is_active")
            var registered: [Geofence.ID: Int64] = [:]
            if let watcher = try Self.watchers(database).last(where: \.isRunning) {
                registered = try Self.revisions(
                    database,
                    "SELECT identifier, revision FROM registrations WHERE watcher = ?",
                    [watcher.id]
                )
            }
            let reports = try Self.deviceReports(database)
            return GeofenceHealthStatus(
                registered: Set(registered.keys),
                saved: Set(saved.keys),
                drifted: Set(registered.filter { id, revision in saved[id].map { $0 != revision } ?? false }.keys),
                authorizationStatus: reports.map(\.authorizationStatus).min() ?? .authorizedAlways,
                locationServicesEnabled: reports.allSatisfy(\.locationServicesEnabled)
            )
        }
    }

    /// How each active saved geofence does, in ascending order of identifier.
    ///
    /// - Complexity: O(*e* log *e*) for *e* events.
    public func activity() throws(GeofenceError) -> [GeofenceActivity] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    WITH last AS (SELECT geofence, MAX(ts_unix_ms) AS at FROM current_events GROUP BY geofence),
                    counted AS (
                        SELECT geofence, COUNT(*) AS visits,
                            COUNT(CASE WHEN entered_unix_ms - previous_exit_unix_ms < ? THEN 1 END) AS flaps
                        FROM visits GROUP BY geofence
                    )
                    SELECT identifier, name, last.at, IFNULL(visits, 0), IFNULL(flaps, 0) FROM geofences
                        LEFT JOIN last ON last.geofence = identifier LEFT JOIN counted ON counted.geofence = identifier
                    WHERE is_active ORDER BY identifier
                    """,
                arguments: [Int64(GeofenceActivity.flapSeconds * 1000)]
            )
            return rows.map { row in
                GeofenceActivity(
                    geofence: Geofence.ID(row[0]),
                    name: row[1],
                    lastEvent: (row[2] as Int64?).map { Timestamp(unixMilliseconds: $0) },
                    visits: row[3],
                    flaps: row[4]
                )
            }
        }
    }

    private static func revisions(
        _ database: Database,
        _ sql: String,
        _ arguments: StatementArguments = []
    ) throws -> [Geofence.ID: Int64] {
        var revisions: [Geofence.ID: Int64] = [:]
        let rows = try Row.fetchCursor(database, sql: sql, arguments: arguments)
        while let row = try rows.next() { revisions[Geofence.ID(row[0])] = row[1] }
        return revisions
    }
}
