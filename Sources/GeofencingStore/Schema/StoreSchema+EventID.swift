internal import GRDB
internal import Geofencing

extension StoreSchema {
    /// The third migration: several reports of one event or visit become one.
    static func identifyEvents(_ database: Database) throws {
        try database.execute(sql: thirdColumns)
        try fillIdentifiers(database)
        try database.execute(sql: thirdViews)
    }

    /// The columns for who reported an event, and for the identifier that all reports of the same event share.
    private static let thirdColumns = """
        -- The watch that reported the event; NULL for one of an evaluation or of an older version.
        ALTER TABLE events ADD COLUMN watch TEXT;
        -- The bits of the event's identifier, which is the same whoever reports the event.
        ALTER TABLE events ADD COLUMN event_id INTEGER;
        """

    private static let thirdViews = """
        DROP INDEX events_by_time;
        CREATE INDEX events_by_time ON events (ts_unix_ms, event_id);
        DROP VIEW visits;
        DROP VIEW current_events;
        CREATE VIEW current_events AS
            SELECT id, event_id, origin, watch, event, device, geofence, ts_unix_ms, decided_unix_ms, latitude, longitude, cause
            FROM events WHERE evaluation IS NULL OR evaluation = (SELECT evaluation FROM store_state);
        -- Each event as the first of those who reported it has reported it.
        CREATE VIEW distinct_events AS
            SELECT * FROM current_events AS one WHERE NOT EXISTS (
                SELECT 1 FROM current_events AS other
                WHERE other.ts_unix_ms = one.ts_unix_ms AND other.event_id = one.event_id AND other.id < one.id
                    AND (other.origin, other.watch) IS NOT (one.origin, one.watch)
            );
        -- An ENTER and the EXIT after it, both as reported by one watch or evaluation; exited_unix_ms is NULL while the
        -- device is inside. A visit that several have reported is one visit: if they report different ends, it ended at
        -- the first.
        CREATE VIEW visits AS
            SELECT device, geofence, entered_unix_ms, exited_unix_ms,
                LAG(exited_unix_ms) OVER (PARTITION BY geofence, device ORDER BY entered_unix_ms, id) AS previous_exit_unix_ms,
                id
            FROM (
                SELECT device, geofence, MIN(ts_unix_ms) AS entered_unix_ms,
                    MIN(CASE WHEN next_event = 'EXIT' THEN next_unix_ms END) AS exited_unix_ms, MIN(id) AS id
                FROM (
                    SELECT id, event_id, event, device, geofence, ts_unix_ms,
                        LEAD(event) OVER stay AS next_event, LEAD(ts_unix_ms) OVER stay AS next_unix_ms
                    FROM current_events WHERE event <> 'DWELL'
                    WINDOW stay AS (PARTITION BY geofence, device, origin, watch ORDER BY ts_unix_ms, id)
                )
                WHERE event = 'ENTER' GROUP BY geofence, device, event_id
            );
        """

    /// Gives the events of an older store, which did not keep identifiers, their identifiers.
    private static func fillIdentifiers(_ database: Database) throws {
        let function = DatabaseFunction("geofence_event_id", argumentCount: 4, pure: true) { values in
            guard let device = String.fromDatabaseValue(values[0]), let geofence = String.fromDatabaseValue(values[1]),
                let kind = String.fromDatabaseValue(values[2]).flatMap({ Transition.Kind(rawValue: $0) }),
                let time = Int64.fromDatabaseValue(values[3])
            else { return nil }
            let transition = Transition(
                kind: kind,
                device: DeviceID(device),
                geofence: Geofence.ID(geofence),
                time: Timestamp(unixMilliseconds: time),
                decidedTime: Timestamp(unixMilliseconds: time),
                coordinate: Coordinate(latitude: 0, longitude: 0),
                cause: .movement
            )
            return Int64(bitPattern: transition.id.rawValue)
        }
        database.add(function: function)
        defer { database.remove(function: function) }
        try database.execute(
            sql: """
                UPDATE events SET event_id = geofence_event_id(
                    (SELECT name FROM devices WHERE devices.id = device), geofence, event, ts_unix_ms
                )
                """
        )
    }
}
