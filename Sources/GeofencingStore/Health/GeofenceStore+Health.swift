internal import GRDB
public import Geofencing

extension GeofenceStore {
    /// Compares what the running engines have registered with what is saved.
    ///
    /// Without a running engine nothing is registered. If several are running, each should have registered everything
    /// that is saved: what any of them lacks is missing, what any of them has in excess is orphaned.
    ///
    /// - Complexity: O(*n*) for *n* saved geofences, registered geofences and devices; events are not read.
    public func healthStatus() throws(GeofenceError) -> GeofenceHealthStatus {
        try read { database in
            let saved = try SavedState(database)
            return saved.whole(try self.watcherHealth(saved, database))
        }
    }

    /// Returns each running engine with what it has registered, the last one to start last.
    ///
    /// - Complexity: As of `healthStatus()`.
    public func watcherHealth() throws(GeofenceError) -> [WatcherHealth] {
        try read { database in try self.watcherHealth(SavedState(database), database) }
    }

    /// Returns everything that `geofence health` reports, read as one: what `healthStatus()`, `watcherHealth()`,
    /// `activity()` and `deviceReports()` return, and the fixes that watches did not use, all from the same moment.
    ///
    /// To ask often whether anything is wrong, `healthStatus()` is enough, and does not read events.
    ///
    /// - Complexity: O(*e* log *e*) for *e* events, and O(*n*) for *n* saved geofences, registered geofences and
    ///   devices.
    public func health() throws(GeofenceError) -> StoreHealth {
        try read { database in
            let saved = try SavedState(database)
            let watchers = try self.watcherHealth(saved, database)
            return StoreHealth(
                status: saved.whole(watchers),
                watchers: watchers,
                activity: try Self.activity(database),
                deviceReports: saved.reports,
                rejects: try DeviceRejects.all(database),
                geofenceNames: try Self.geofenceNames(database),
                allowsGeofencing: try Self.allowsGeofencing(database)
            )
        }
    }

    private func watcherHealth(_ saved: SavedState, _ database: Database) throws -> [WatcherHealth] {
        try runningWatchers(database).map { watcher in
            WatcherHealth(
                name: watcher.name,
                process: watcher.process,
                start: watcher.start,
                status: try saved.status(watcher, database)
            )
        }
    }

    private static func geofenceNames(_ database: Database) throws -> [Geofence.ID: String] {
        let rows = try Row.fetchAll(database, sql: "SELECT identifier, name FROM geofences WHERE name IS NOT NULL")
        return try Dictionary(rows.map { (try Geofence.ID($0.value(0)), try $0.value(1)) }) { $1 }
    }

    /// Returns the activity of each active saved geofence, in ascending order of identifier.
    ///
    /// - Complexity: O(*e* log *e*) for *e* events.
    public func activity() throws(GeofenceError) -> [GeofenceActivity] { try read(Self.activity) }

    private static func activity(_ database: Database) throws -> [GeofenceActivity] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                WITH counted AS (
                    SELECT geofence, COUNT(*) AS visits,
                        COUNT(
                            CASE WHEN entered_unix_ms - previous_exit_unix_ms BETWEEN 0 AND ? - 1 THEN 1 END
                        ) AS flaps
                    FROM visits GROUP BY geofence
                )
                SELECT identifier, name, \(lastEvent), IFNULL(visits, 0), IFNULL(flaps, 0) FROM geofences
                    LEFT JOIN counted ON counted.geofence = identifier
                WHERE is_active ORDER BY identifier
                """,
            arguments: [GeofenceActivity.flapWindow.milliseconds]
        )
        return try rows.map { row in
            try GeofenceActivity(
                geofence: Geofence.ID(row.value(0)),
                name: row.value(1),
                lastEvent: (row.value(2) as Int64?).map { Timestamp(unixMilliseconds: $0) },
                visits: row.value(3),
                flaps: row.value(4)
            )
        }
    }

    /// An expression for the time of the last event of a geofence; the index begins with it.
    private static let lastEvent = """
        (SELECT ts_unix_ms FROM current_events WHERE geofence = identifier ORDER BY ts_unix_ms DESC LIMIT 1)
        """
}
