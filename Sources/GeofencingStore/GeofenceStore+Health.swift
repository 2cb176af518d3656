internal import GRDB
public import Geofencing

/// How a saved geofence does, from the events of the store.
public struct GeofenceActivity: Sendable, Hashable {
    /// An ENTER less than this after the EXIT from the same geofence is a flap: the device was hardly away.
    public static let flapWindow = Duration.seconds(120)

    /// The geofence.
    public var geofence: Geofence.ID
    /// The name for people.
    public var name: String?
    /// When the last event was.
    public var lastEvent: Timestamp?
    /// How many visits began.
    public var visits: Int
    /// How many of them began less than `flapWindow` after the visit before had ended.
    public var flaps: Int

    /// Whether no event tells that a device was ever inside. One that mutes ENTER has no visits here.
    public var isNeverHit: Bool { visits == 0 && lastEvent == nil }
}

/// An engine that listens to a store, and how what it has registered compares with what is saved.
public struct WatcherHealth: Sendable, Hashable {
    /// The name of the watch that it keeps; `nil` for none.
    public var name: String?
    /// The number of its process.
    public var process: Int32
    /// When it began to listen.
    public var start: Timestamp
    /// What it has registered.
    public var status: GeofenceHealthStatus
}

extension GeofenceStore {
    /// Compares what the running engines have registered with what is saved.
    ///
    /// Without a running engine nothing is registered. If several run, each should have registered all that is saved: what any of them
    /// lacks is missing, what any has in excess is orphaned.
    public func healthStatus() throws(GeofenceError) -> GeofenceHealthStatus {
        try read { database in
            let saved = try SavedState(database)
            return saved.whole(try self.runningWatchers(database).map { try saved.status($0, database) })
        }
    }

    /// Each running engine with what it has registered, the one that started last at the end.
    public func watcherHealth() throws(GeofenceError) -> [WatcherHealth] {
        try read { database in
            let saved = try SavedState(database)
            return try self.runningWatchers(database).map { watcher in
                WatcherHealth(
                    name: watcher.name,
                    process: watcher.process,
                    start: watcher.start,
                    status: try saved.status(watcher, database)
                )
            }
        }
    }

    /// What people call the geofences that have a name, active or not.
    package func geofenceNames() throws(GeofenceError) -> [Geofence.ID: String] {
        try read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT identifier, name FROM geofences WHERE name IS NOT NULL")
            return try Dictionary(rows.map { (try Geofence.ID($0.value(0)), try $0.value(1)) }) { $1 }
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
                            COUNT(
                                CASE WHEN entered_unix_ms - previous_exit_unix_ms BETWEEN 0 AND ? - 1 THEN 1 END
                            ) AS flaps
                        FROM visits GROUP BY geofence
                    )
                    SELECT identifier, name, last.at, IFNULL(visits, 0), IFNULL(flaps, 0) FROM geofences
                        LEFT JOIN last ON last.geofence = identifier LEFT JOIN counted ON counted.geofence = identifier
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
    }
}
