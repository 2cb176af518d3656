internal import GRDB
public import Geofencing

extension GeofenceStore {
    /// Returns the activity of each active saved geofence, in ascending order of identifier.
    ///
    /// - Parameters:
    ///   - since: Count only the visits that began then or later; all by default.
    ///   - until: Count only the visits that began then or before; all by default.
    /// - Complexity: O(*n* + *e* log *e*) for *n* saved geofences, *e* events since then and the visits that are open.
    public func activity(
        since: Timestamp? = nil,
        until: Timestamp? = nil
    ) throws(GeofenceError) -> [GeofenceActivity] {
        try read { database in try Self.activity(since: since, until: until, database) }
    }

    static func activity(
        since: Timestamp?,
        until: Timestamp?,
        _ database: Database
    ) throws -> [GeofenceActivity] {
        // A visit that ended before may show that one of the first visits is a flap.
        let query = EventQuery(since: since.map { $0 - GeofenceActivity.flapWindow }, until: until)
        var arguments = try query.arguments(database)
        arguments += ["begin": since?.unixMilliseconds, "window": GeofenceActivity.flapWindow.milliseconds]
        return try Row.fetchAll(database, sql: selection(ofActivity: query), arguments: arguments).map { row in
            try GeofenceActivity(
                geofence: Geofence.ID(row.value(0)),
                name: row.value(1),
                lastEvent: (row.value(2) as Int64?).map { Timestamp(unixMilliseconds: $0) },
                visits: row.value(3),
                flaps: row.value(4)
            )
        }
    }

    private static func selection(ofActivity query: EventQuery) -> String {
        """
        WITH \(query.since == nil ? "" : visitsSince(query) + ",")
        -- Visits with the latest end of those before. One of no duration comes before another that begins with it.
        ordered AS (
            SELECT geofence, entered_unix_ms, MAX(exited_unix_ms) OVER (
                PARTITION BY geofence, device
                ORDER BY entered_unix_ms, exited_unix_ms IS NULL, exited_unix_ms
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
            ) AS left_unix_ms
            FROM visits
        ),
        counted AS (
            SELECT geofence, COUNT(*) AS visits,
                COUNT(IIF(entered_unix_ms - left_unix_ms BETWEEN 0 AND :window - 1, 1, NULL)) AS flaps
            FROM ordered WHERE entered_unix_ms BETWEEN IFNULL(:begin, entered_unix_ms) AND IFNULL(:until, entered_unix_ms)
            GROUP BY geofence
        )
        SELECT identifier, name, \(lastEvent), IFNULL(visits, 0), IFNULL(flaps, 0) FROM geofences
            LEFT JOIN counted ON counted.geofence = identifier
        WHERE is_active ORDER BY identifier
        """
    }

    /// An expression for the time of the last event of a geofence; the index begins with it.
    private static let lastEvent = """
        (SELECT ts_unix_ms FROM current_events WHERE geofence = identifier ORDER BY ts_unix_ms DESC LIMIT 1)
        """
}
