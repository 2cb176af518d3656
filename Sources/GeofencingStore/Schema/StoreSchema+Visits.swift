internal import GRDB

extension StoreSchema {
    /// The fourth migration: an event is saved with everything that was written of it, and a visit with its EXIT.
    static func completeEvents(_ database: Database) throws {
        try database.execute(sql: fourthColumns)
        try database.execute(sql: fourthViews)
    }

    /// The tenth migration: an EXIT ends the visit that it belongs to, and no other.
    static func pairVisits(_ database: Database) throws { try database.execute(sql: tenthView) }

    /// The twelfth migration: what precedes a visit is told by those who ask for it.
    static func unlinkVisits(_ database: Database) throws { try database.execute(sql: twelfthView) }

    private static let fourthColumns = """
        -- The number of earlier events with the same device, geofence, kind and time.
        ALTER TABLE events ADD COLUMN ordinal INTEGER NOT NULL DEFAULT 0;
        -- The time and the ordinal of the visit's ENTER; NULL if visits are not tracked.
        ALTER TABLE events ADD COLUMN visit_unix_ms INTEGER;
        ALTER TABLE events ADD COLUMN visit_ordinal INTEGER NOT NULL DEFAULT 0;
        -- The times between which it happened; NULL if only ts_unix_ms is known.
        ALTER TABLE events ADD COLUMN earliest_unix_ms INTEGER;
        ALTER TABLE events ADD COLUMN latest_unix_ms INTEGER;
        ALTER TABLE events ADD COLUMN is_inferred INTEGER NOT NULL DEFAULT 0;
        -- An event from an older version belongs to the visit of the last ENTER before it.
        UPDATE events SET ordinal = place - 1 FROM (
            SELECT id AS alike, ROW_NUMBER() OVER (
                PARTITION BY device, geofence, event, ts_unix_ms, origin, watch, evaluation ORDER BY id
            ) AS place FROM events
        ) WHERE id = alike AND place > 1;
        UPDATE events SET visit_unix_ms = entered_unix_ms, visit_ordinal = entered_ordinal FROM (
            SELECT id AS member, FIRST_VALUE(event) OVER visit AS entered,
                FIRST_VALUE(ts_unix_ms) OVER visit AS entered_unix_ms, FIRST_VALUE(ordinal) OVER visit AS entered_ordinal
            FROM (
                SELECT *, SUM(event = 'ENTER') OVER (
                    PARTITION BY geofence, device, origin, watch, evaluation ORDER BY ts_unix_ms, id
                ) AS number FROM events
            )
            WINDOW visit AS (PARTITION BY geofence, device, origin, watch, evaluation, number ORDER BY ts_unix_ms, id)
        ) WHERE id = member AND entered = 'ENTER';
        """

    private static let fourthViews = """
        DROP VIEW visits;
        DROP VIEW distinct_events;
        DROP VIEW current_events;
        CREATE VIEW current_events AS
            SELECT * FROM events WHERE evaluation IS NULL OR evaluation = (SELECT evaluation FROM store_state);
        -- Each event as the first of those who reported it has reported it.
        CREATE VIEW distinct_events AS
            SELECT * FROM current_events AS one WHERE NOT EXISTS (
                SELECT 1 FROM current_events AS other
                WHERE other.ts_unix_ms = one.ts_unix_ms AND other.event_id = one.event_id AND other.id < one.id
                    AND (other.origin, other.watch) IS NOT (one.origin, one.watch)
            );
        -- An ENTER (id) and the EXIT after it (exit_id), both as reported by one watch or evaluation; without an EXIT
        -- the device is inside. A visit that several have reported is one visit: if they report different ends, it
        -- ended at the first.
        CREATE VIEW visits AS
            SELECT device, geofence, entered_unix_ms, exited_unix_ms,
                LAG(exited_unix_ms) OVER (PARTITION BY geofence, device ORDER BY entered_unix_ms, id) AS previous_exit_unix_ms,
                id, exit_id
            FROM (
                SELECT device, geofence, entered_unix_ms, exited_unix_ms, exit_id,
                    MIN(id) OVER (PARTITION BY geofence, device, event_id) AS id,
                    ROW_NUMBER() OVER (
                        PARTITION BY geofence, device, event_id ORDER BY exited_unix_ms IS NULL, exited_unix_ms, id
                    ) AS place
                FROM (
                    SELECT id, event_id, event, device, geofence, ts_unix_ms AS entered_unix_ms,
                        IIF(LEAD(event) OVER stay = 'EXIT', LEAD(ts_unix_ms) OVER stay, NULL) AS exited_unix_ms,
                        IIF(LEAD(event) OVER stay = 'EXIT', LEAD(id) OVER stay, NULL) AS exit_id
                    FROM current_events WHERE event <> 'DWELL'
                    WINDOW stay AS (PARTITION BY geofence, device, origin, watch ORDER BY ts_unix_ms, id)
                )
                WHERE event = 'ENTER'
            )
            WHERE place = 1;
        """

    private static let tenthView = """
        \(beforeVisits)
        CREATE VIEW visits AS
            SELECT device, geofence, entered_unix_ms, exited_unix_ms,
                LAG(exited_unix_ms) OVER (PARTITION BY geofence, device ORDER BY entered_unix_ms, id) AS previous_exit_unix_ms,
                id, exit_id
            FROM \(pairedVisits);
        """

    private static let twelfthView = """
        \(beforeVisits)
        CREATE VIEW visits AS
            SELECT device, geofence, entered_unix_ms, exited_unix_ms, id, exit_id FROM \(pairedVisits);
        """

    private static let beforeVisits = """
        DROP VIEW visits;
        -- An ENTER (id) and the EXIT (exit_id) that the same watch or evaluation reported right after it, if that EXIT
        -- names the same visit or none; without one, the device is inside, or the end was not reported. A visit that
        -- several have reported is one visit: if they report different ends, it ended at the first.
        """

    /// The visits, with the first of the ends that were reported.
    private static let pairedVisits = """
        (
            SELECT device, geofence, entered_unix_ms, exited_unix_ms, exit_id,
                MIN(id) OVER (PARTITION BY geofence, device, event_id) AS id,
                ROW_NUMBER() OVER (
                    PARTITION BY geofence, device, event_id ORDER BY exited_unix_ms IS NULL, exited_unix_ms, id
                ) AS place
            FROM (
                SELECT id, event_id, device, geofence, ts_unix_ms AS entered_unix_ms,
                    IIF(ends, next_unix_ms, NULL) AS exited_unix_ms, IIF(ends, next_id, NULL) AS exit_id
                FROM (
                    SELECT id, event_id, event, device, geofence, ts_unix_ms,
                        LEAD(id) OVER stay AS next_id, LEAD(ts_unix_ms) OVER stay AS next_unix_ms,
                        LEAD(event) OVER stay = 'EXIT' AND (
                            LEAD(visit_unix_ms) OVER stay IS NULL
                            OR (LEAD(visit_unix_ms) OVER stay, LEAD(visit_ordinal) OVER stay) = (ts_unix_ms, ordinal)
                        ) AS ends
                    FROM current_events WHERE event <> 'DWELL'
                    WINDOW stay AS (PARTITION BY geofence, device, origin, watch ORDER BY ts_unix_ms, id)
                )
                WHERE event = 'ENTER'
            )
        )
        WHERE place = 1
        """
}
