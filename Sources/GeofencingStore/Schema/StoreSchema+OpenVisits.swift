internal import GRDB

extension StoreSchema {
    /// The eleventh migration: visits that are open are found without all events, and neighbors of an event by index.
    static func listOpenVisits(_ database: Database) throws {
        try database.execute(sql: eleventhTable)
        try database.execute(sql: eleventhTriggers)
    }

    private static let eleventhTable = """
        DROP INDEX events_by_device;
        CREATE INDEX events_by_device ON events (device, geofence, ts_unix_ms);
        -- The ENTERs that are not followed by their EXIT, as the same watch or evaluation reported them. Some may be here
        -- that have one, but none is missing.
        CREATE TABLE open_visits (id INTEGER PRIMARY KEY);
        INSERT INTO open_visits SELECT id FROM (
            SELECT id, event, LEAD(event) OVER stay = 'EXIT' AND (
                LEAD(visit_unix_ms) OVER stay IS NULL
                OR (LEAD(visit_unix_ms) OVER stay, LEAD(visit_ordinal) OVER stay) = (ts_unix_ms, ordinal)
            ) AS ends
            FROM events WHERE event <> 'DWELL'
            WINDOW stay AS (PARTITION BY device, geofence, origin, watch, evaluation ORDER BY ts_unix_ms, id)
        )
        WHERE event = 'ENTER' AND ends IS NOT TRUE;
        """

    /// An event that comes or goes changes what follows the event before it, and no other. The conflict clause of the
    /// statement that adds or removes the event replaces any clause in here.
    private static let eleventhTriggers = """
        CREATE TRIGGER enters_added AFTER INSERT ON events WHEN NEW.event = 'ENTER' BEGIN
            INSERT INTO open_visits VALUES (NEW.id);
        END;
        CREATE TRIGGER exits_added AFTER INSERT ON events WHEN NEW.event = 'EXIT' BEGIN
            DELETE FROM open_visits WHERE id = (SELECT id FROM \(eventBefore("NEW")) WHERE event = 'ENTER' AND \(newEnds));
        END;
        -- It may come between an ENTER and its EXIT. Those of an evaluation are added in order of time.
        CREATE TRIGGER events_added AFTER INSERT ON events WHEN NEW.event <> 'DWELL' AND NEW.evaluation IS NULL BEGIN
            INSERT INTO open_visits SELECT id FROM \(eventBefore("NEW"))
                WHERE event = 'ENTER' AND NOT (NEW.event = 'EXIT' AND \(newEnds))
                    AND id NOT IN (SELECT id FROM open_visits);
        END;
        CREATE TRIGGER enters_removed AFTER DELETE ON events WHEN OLD.event = 'ENTER' BEGIN
            DELETE FROM open_visits WHERE id = OLD.id;
        END;
        -- An evaluation older than the one that counts never counts again.
        CREATE TRIGGER events_removed AFTER DELETE ON events
        WHEN OLD.event <> 'DWELL'
            AND (OLD.evaluation IS NULL OR OLD.evaluation >= (SELECT evaluation FROM store_state))
        BEGIN
            INSERT INTO open_visits SELECT id FROM \(eventBefore("OLD"))
                WHERE event = 'ENTER' AND id NOT IN (SELECT id FROM open_visits);
        END;
        """

    /// Whether an EXIT that comes names the visit of the event before it, or none.
    private static let newEnds = """
        (NEW.visit_unix_ms IS NULL OR (NEW.visit_unix_ms, NEW.visit_ordinal) = (ts_unix_ms, ordinal))
        """

    /// The last event before the one of a trigger, in the same geofence and from the same source; DWELLs do not count.
    private static func eventBefore(_ row: String) -> String {
        """
        (
            SELECT id, event, ts_unix_ms, ordinal FROM events INDEXED BY events_by_device
            WHERE device = \(row).device AND geofence = \(row).geofence AND event <> 'DWELL'
                AND (origin, watch, evaluation) IS (\(row).origin, \(row).watch, \(row).evaluation)
                AND (ts_unix_ms, id) < (\(row).ts_unix_ms, \(row).id)
            ORDER BY ts_unix_ms DESC, id DESC LIMIT 1
        )
        """
    }
}
