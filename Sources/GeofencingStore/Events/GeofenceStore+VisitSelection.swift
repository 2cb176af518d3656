internal import Geofencing

extension GeofenceStore {
    /// Returns a query for the visits that `visits(_:_:)` hands out, with the events of each.
    static func selection(ofVisits query: EventQuery) -> String {
        """
        \(query.since == nil ? "" : "WITH " + visitsSince(query))
        SELECT \(Transition.columns(of: "enter")), \(Transition.columns(of: "leave"))
        FROM visits JOIN devices ON devices.id = visits.device JOIN events AS enter ON enter.id = visits.id
            LEFT JOIN events AS leave ON leave.id = exit_id
        WHERE \(query.condition(of: "visits", began: "entered_unix_ms", ended: "IFNULL(exited_unix_ms, :since)"))
        ORDER BY exit_id IS NULL, exited_unix_ms, IIF(exit_id IS NULL, NULL, devices.name), exit_id,
            entered_unix_ms, devices.name, visits.geofence, visits.id
        """
    }

    /// Returns tables for WITH to use in place of the view `visits`, which reads all events: `visits` has the same
    /// rows, as far as they may meet the query.
    ///
    /// A visit of the period began in it, has an EXIT since its beginning, or is open. The EXIT after each such ENTER,
    /// and the ENTER before each EXIT that does not say that its visit began in the period, are looked up. All reports
    /// of an ENTER have its time and identifier.
    static func visitsSince(_ query: EventQuery) -> String {
        var (ending, open) = (query, query)
        (ending.until, open.since) = (nil, nil)
        func condition(_ query: EventQuery) -> String {
            query.condition(of: "told", began: "told.ts_unix_ms", ended: "told.ts_unix_ms")
        }
        return """
            -- The rows of ENTERs, and of some other events, whose visits may meet the query.
            candidates AS MATERIALIZED (
                -- ENTERs of the period.
                SELECT id FROM current_events AS told WHERE event = 'ENTER' AND \(condition(query))
                UNION
                -- What is before the EXITs of the period.
                SELECT \(neighbor("<", "DESC")) FROM current_events AS told
                    WHERE event = 'EXIT' AND IFNULL(visit_unix_ms < :since, TRUE) AND \(condition(ending))
                UNION
                -- ENTERs without an EXIT.
                SELECT id FROM events AS told WHERE id IN (SELECT id FROM open_visits) AND \(condition(open))
            ),
            -- The ENTERs, each once, however many have reported it.
            entries AS MATERIALIZED (
                SELECT DISTINCT device, geofence, ts_unix_ms, event_id FROM current_events AS told
                WHERE id IN candidates AND event = 'ENTER' AND \(condition(open))
            ),
            -- All rows of these ENTERs, each with what was reported next by the same watch or evaluation.
            reports AS (
                SELECT told.*, \(neighbor(">", "ASC")) AS next_id
                FROM entries CROSS JOIN current_events AS told
                WHERE told.device = entries.device AND told.geofence = entries.geofence
                    AND told.ts_unix_ms = entries.ts_unix_ms AND told.event_id IS entries.event_id AND told.event = 'ENTER'
            ),
            -- Each row of an ENTER with its EXIT. The first place of a visit has the end that counts: the earliest.
            paired AS (
                SELECT told.device, told.geofence, told.ts_unix_ms AS entered_unix_ms,
                    leave.ts_unix_ms AS exited_unix_ms, leave.id AS exit_id,
                    MIN(told.id) OVER visit AS id,
                    ROW_NUMBER() OVER (visit ORDER BY leave.id IS NULL, leave.ts_unix_ms, told.id) AS place
                FROM reports AS told LEFT JOIN events AS leave ON leave.id = next_id AND leave.event = 'EXIT' AND (
                    leave.visit_unix_ms IS NULL
                    OR (leave.visit_unix_ms, leave.visit_ordinal) = (told.ts_unix_ms, told.ordinal)
                )
                WINDOW visit AS (PARTITION BY told.geofence, told.device, told.event_id)
            ),
            visits AS (SELECT * FROM paired WHERE place = 1)
            """
    }

    /// An expression for the event beside the one called `told`, in the same geofence and from the same source; DWELLs
    /// do not count.
    private static func neighbor(_ comparison: String, _ order: String) -> String {
        """
        (
            SELECT near.id FROM events AS near INDEXED BY events_by_device
            WHERE near.device = told.device AND near.geofence = told.geofence AND near.event <> 'DWELL'
                AND (near.origin, near.watch, near.evaluation) IS (told.origin, told.watch, told.evaluation)
                AND (near.ts_unix_ms, near.id) \(comparison) (told.ts_unix_ms, told.id)
            ORDER BY near.ts_unix_ms \(order), near.id \(order) LIMIT 1
        )
        """
    }
}
