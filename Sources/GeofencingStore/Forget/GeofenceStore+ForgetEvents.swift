internal import GRDB
internal import Geofencing

/// An event to forget. The two numbers together identify one event, even if the store reuses the first one.
private struct OldEvent {
    let row: Int64
    let id: Int64?
    /// Whether the next event belongs to another visit.
    var endsVisit = false
}

extension GeofenceStore {
    /// Forgets the events of visits that were over before a time, geofence by geofence, and for each of them the oldest
    /// visit first.
    ///
    /// - Parameter devices: The devices whose events are forgotten; `nil` for all.
    func forgetEvents(
        of devices: [DeviceID]?,
        before limit: Int64,
        isDryRun: Bool,
        _ result: inout ForgetResult,
        _ progressed: (ForgetResult) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        var old: [OldEvent] = []
        for device in devices?.map(Optional.some) ?? [nil] {
            var left = try geofencesWithOldEvents(of: device, before: limit)[...]
            while !left.isEmpty {
                // Events written between the read and the removal are newer, or are removed by the next call. Many
                // geofences at once: before each read, SQLite prepares its statements anew.
                result.keptEvents += try read { database in
                    let end = ContinuousClock.now + Self.turn
                    var kept = 0
                    while old.count < ForgetTurn.rows, ContinuousClock.now < end, let geofence = left.popFirst() {
                        kept += try Self.find(&old, of: geofence, device, before: limit, database)
                    }
                    return kept
                }
                if isDryRun {
                    result.events += old.count
                    old = []
                } else if old.count >= ForgetTurn.rows {
                    try remove(&old, &result, progressed)
                }
            }
        }
        try remove(&old, &result, progressed)
    }

    private func geofencesWithOldEvents(of device: DeviceID?, before limit: Int64) throws(GeofenceError) -> [String] {
        try read { database in
            guard let device else {
                return try String.fetchAll(database, sql: Self.geofencesWithOldEvents, arguments: ["before": limit])
            }
            let arguments: StatementArguments = ["device": device.rawValue, "before": limit]
            return try String.fetchAll(database, sql: Self.geofencesWithOldEventsOfDevice, arguments: arguments)
        }
    }

    /// Appends the events of a geofence that can be removed, visit by visit, and returns how many before the limit
    /// stay.
    private static func find(
        _ old: inout [OldEvent],
        of geofence: String,
        _ device: DeviceID?,
        before limit: Int64,
        _ database: Database
    ) throws -> Int {
        let find = try database.cachedStatement(sql: oldEvents(ofOneDevice: device != nil))
        var arguments: StatementArguments = ["geofence": geofence, "before": limit]
        if let device { _ = arguments.append(contentsOf: ["device": device.rawValue]) }
        let rows = try Row.fetchCursor(find, arguments: arguments)
        var kept = 0
        var last: (device: Int64, visit: Int64?)?
        while let row = try rows.next() {
            guard try row.value(4) else {
                kept += 1
                continue
            }
            let (device, visit): (Int64, Int64?) = (try row.value(2), try row.value(3))
            if let last, last != (device, visit) { old[old.count - 1].endsVisit = true }
            last = (device, visit)
            old.append(OldEvent(row: try row.value(0), id: try row.value(1)))
        }
        if last != nil { old[old.count - 1].endsVisit = true }
        return kept
    }

    /// Removes events, with whole visits in each transaction.
    private func remove(
        _ old: inout [OldEvent],
        _ result: inout ForgetResult,
        _ progressed: (ForgetResult) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        guard !old.isEmpty else { return }
        var left = old[...]
        try removeInTurns(\.events, &result, progressed) { turn, database in
            let remove = try database.cachedStatement(sql: "DELETE FROM events WHERE id = ? AND event_id IS ?")
            while let event = left.popFirst() {
                try remove.execute(arguments: [event.row, event.id])
                turn.remove(database.changesCount)
                if event.endsVisit, turn.isOver { break }
            }
            return !left.isEmpty
        }
        old = []
    }

    /// Returns the beginning of a query, which defines `known` as the different names in a column with which an index
    /// of a table begins; the index finds each name from the one before.
    static func known(_ column: String, in table: String) -> String {
        """
        WITH RECURSIVE known AS (
            SELECT MIN(\(column)) AS name FROM \(table)
            UNION ALL
            SELECT (SELECT MIN(\(column)) FROM \(table) WHERE \(column) > name) FROM known WHERE name IS NOT NULL
        )
        """
    }

    /// A query for the geofences with events before a time.
    static let geofencesWithOldEvents = """
        \(known("geofence", in: "events"))
        SELECT name FROM known
        WHERE EXISTS (SELECT 1 FROM events WHERE geofence = name AND ts_unix_ms < :before)
        """

    /// A query for the geofences with events of a device before a time.
    static let geofencesWithOldEventsOfDevice = """
        SELECT DISTINCT geofence FROM events
        WHERE \(isOfDevice) AND ts_unix_ms < :before ORDER BY geofence
        """

    /// Returns a query for the events of a geofence before a time, or those of one device in it, each with the
    /// identifier of the first event of its visit and whether the visit was over by then.
    ///
    /// A visit consists of the events from one source up to the next event that cannot belong to the same visit. It is
    /// over with its EXIT or with that next event. Visits from several sources with the same first event are one visit,
    /// which is over once it is over for all of them.
    static func oldEvents(ofOneDevice: Bool) -> String {
        """
        -- The events, each with its stage of a visit. In one visit, the stages ascend.
        WITH staged AS (
            SELECT id, event_id, device, origin, watch, ts_unix_ms,
                CASE event WHEN 'ENTER' THEN 0 WHEN 'DWELL' THEN 1 ELSE 2 END AS stage
            FROM current_events WHERE geofence = :geofence AND ts_unix_ms < :before
                \(ofOneDevice ? "AND \(isOfDevice)" : "")
        ),
        -- Whether each is the first of a visit, among the events of its source.
        begun AS (
            SELECT *, IFNULL(stage <= LAG(stage) OVER source, TRUE) AS begins FROM staged
            WINDOW source AS (PARTITION BY device, origin, watch ORDER BY ts_unix_ms, id)
        ),
        -- The number of its visit, among those of its source.
        numbered AS (
            SELECT *, SUM(begins) OVER source AS number FROM begun
            WINDOW source AS (PARTITION BY device, origin, watch ORDER BY ts_unix_ms, id)
        ),
        -- The first event of its visit, and whether this is over for its source: by an EXIT, or by another visit.
        told AS (
            SELECT id, event_id, device, ts_unix_ms,
                FIRST_VALUE(event_id) OVER (visit ORDER BY ts_unix_ms, id) AS first_event,
                MAX(stage) OVER visit = 2 OR number < MAX(number) OVER source AS is_over
            FROM numbered
            WINDOW source AS (PARTITION BY device, origin, watch),
                visit AS (PARTITION BY device, origin, watch, number)
        )
        -- Whether its visit is over for all sources.
        SELECT id, event_id, device, first_event, MIN(is_over) OVER visit AS is_over FROM told
        WINDOW visit AS (PARTITION BY device, first_event)
        ORDER BY MIN(ts_unix_ms) OVER visit, device, first_event, id
        """
    }
}
