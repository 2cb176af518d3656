internal import GRDB
public import Geofencing

extension GeofenceStore {
    /// Adds transitions in their order, as those of a live stream. It does not detect repeats of earlier transitions:
    /// add each one once.
    ///
    /// - Throws: Besides the store's errors `invalidIdentifier` for a name with a NUL, `invalidCoordinate`.
    /// - Complexity: O(log *n*) for each, with *n* events in the store.
    public func save(_ transitions: [Transition]) throws(GeofenceError) {
        guard !transitions.isEmpty else { return }
        for transition in transitions {
            try Self.check(name: transition.device.rawValue, of: "device")
            try Self.check(name: transition.geofence.rawValue, of: "geofence")
            try transition.coordinate.check(of: "the event \(transition.id)")
        }
        try write { database in
            try Self.insert(transitions, .watch(nil), database)
        }
    }

    static func insert(_ transitions: [Transition], _ origin: EventOrigin, _ database: Database) throws {
        var inserter = try EventInserter(database, origin: origin)
        for transition in transitions { try inserter.insert(transition) }
    }

    /// Hands out events in order of time; those with the same time by device, and those of one device in the order in
    /// which they were found. An event that several watches, or a watch and the last evaluation, have reported is one
    /// event, which has one `id`.
    ///
    /// - Parameters:
    ///   - query: Selects the events; all by default.
    ///   - body: Gets one event; an error that it throws ends the read. It must not call the store, which refuses that
    ///     (`storeReentry`), nor a manager that follows the store, nor wait for another thread that does.
    /// - Throws: The store's errors; an error of any type that `body` throws is rethrown unchanged.
    /// - Complexity: O(*n*) for *n* events of the store in that time, of that geofence or of that device, as long as
    ///   few have the same time.
    public func events(
        _ query: EventQuery = EventQuery(),
        _ body: (Transition) throws -> Void
    ) throws {
        try readPassingErrors { database, errors in
            try Self.events(query, database).forEach { event in try errors.keep { try body(event) } }
        }
    }

    /// Returns the events that `events(_:_:)` hands out, all at once.
    ///
    /// - Parameter query: Selects the events; all by default.
    /// - Complexity: As for `events(_:_:)`; the memory is that of all of them.
    public func events(_ query: EventQuery = EventQuery()) throws(GeofenceError) -> [Transition] {
        try read { database in try Array(Self.events(query, database)) }
    }

    private static func events(_ query: EventQuery, _ database: Database) throws -> some Cursor<Transition> {
        try Row.fetchCursor(
            database,
            sql: """
                SELECT \(Transition.columns(of: "event"))
                FROM distinct_events AS event JOIN devices ON devices.id = device
                WHERE \(query.condition(of: "event", began: "ts_unix_ms", ended: "ts_unix_ms"))
                ORDER BY ts_unix_ms, devices.name, event.id
                """,
            arguments: try query.arguments(database)
        )
        .compactMap { try Transition($0) }
    }

    /// Hands out visits: first those that have ended, in the order of their EXITs, then the open ones by time of ENTER,
    /// device and geofence. A visit whose ENTER was reported several times is one visit; if different ends were
    /// reported, it ended at the first.
    ///
    /// - Parameters:
    ///   - query: Selects the visits; all by default.
    ///   - body: Gets one visit; an error that it throws ends the read. It must not call the store, which refuses that
    ///     (`storeReentry`), nor a manager that follows the store, nor wait for another thread that does.
    /// - Throws: The store's errors; an error of any type that `body` throws is rethrown unchanged.
    /// - Complexity: O(*n* log *n*) for *n* events of the store since `since`, or of that device or geofence, and the
    ///   visits that are open.
    public func visits(
        _ query: EventQuery = EventQuery(),
        _ body: (Visit) throws -> Void
    ) throws {
        try readPassingErrors { database, errors in
            try Self.visits(query, database).forEach { visit in try errors.keep { try body(visit) } }
        }
    }

    /// Returns the visits that `visits(_:_:)` hands out, all at once.
    ///
    /// - Parameter query: Selects the visits; all by default.
    /// - Complexity: As for `visits(_:_:)`.
    public func visits(_ query: EventQuery = EventQuery()) throws(GeofenceError) -> [Visit] {
        try read { database in try Array(Self.visits(query, database)) }
    }

    private static func visits(_ query: EventQuery, _ database: Database) throws -> some Cursor<Visit> {
        try Row.fetchCursor(database, sql: selection(ofVisits: query), arguments: try query.arguments(database))
            .compactMap { row in
                try Transition(row).map { enter throws in
                    Visit(enter: enter, exit: try Transition(row, from: Transition.columnCount))
                }
            }
    }
}
