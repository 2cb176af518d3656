internal import GRDB
public import Geofencing

/// Which events or visits of a store are wanted; `nil` is no limit.
public struct EventQuery: Sendable, Hashable {
    /// Only those of this device.
    public var device: DeviceID?
    /// Only those of this geofence.
    public var geofence: Geofence.ID?
    /// Only events from this time on; only visits that ended then or later, or not yet.
    public var since: Timestamp?
    /// Only events up to this time; only visits that began then or before.
    public var until: Timestamp?

    /// Creates a query.
    public init(
        device: DeviceID? = nil,
        geofence: Geofence.ID? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil
    ) {
        self.device = device
        self.geofence = geofence
        self.since = since
        self.until = until
    }
}

/// A device's stay in a geofence: an ENTER and the EXIT after it.
public struct Visit: Sendable, Hashable {
    /// The ENTER.
    public var enter: Transition
    /// The EXIT; `nil` while the device is inside.
    public var exit: Transition?

    /// The device that was inside.
    public var device: DeviceID { enter.device }
    /// The geofence it was in.
    public var geofence: Geofence.ID { enter.geofence }
    /// When it entered.
    public var entered: Timestamp { enter.time }
    /// When it left; `nil` while it is inside.
    public var exited: Timestamp? { exit?.time }

    /// How long it stayed; `nil` while it is inside.
    public var dwell: Duration? { exited.map { $0 - entered } }
}

extension GeofenceStore {
    /// Adds transitions in their order, as those of a live stream. It does not look for repeats of what it was given before: add each once.
    ///
    /// - Throws: Besides the store's errors `invalidIdentifier` for a name with a NUL, `invalidCoordinate`.
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

    /// Hands out events in order of time; those of one time by device, and those of one device as they were found. An event that several
    /// watches, or a watch and the last evaluation, have told is one event: that has one `id`.
    ///
    /// - Parameters:
    ///   - query: Which events; all by default.
    ///   - body: Gets one event; what it throws ends the reading. It must not call the store, which refuses that (`storeReentry`), nor
    ///     wait for another thread that does.
    /// - Throws: The store's errors; what `body` throws, of whatever type, comes out as it is.
    /// - Complexity: O(*n*) for *n* events of the store in that time, and of that geofence, as long as few have one time.
    public func events(
        _ query: EventQuery = EventQuery(),
        _ body: (Transition) throws -> Void
    ) throws {
        try readHandingOut { database, errors in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT \(Transition.columns(of: "event"))
                    FROM distinct_events AS event JOIN devices ON devices.id = device
                    WHERE \(query.condition(began: "ts_unix_ms", ended: "ts_unix_ms", geofence: "geofence"))
                    ORDER BY ts_unix_ms, devices.name, event.id
                    """,
                arguments: query.arguments
            )
            while let row = try rows.next() {
                if let event = try Transition(row) { try errors.keep { try body(event) } }
            }
        }
    }

    /// Hands out visits: those that ended in the order of their EXITs, then those that are open by time of ENTER, device and
    /// geofence. A visit whose ENTER several have told is one visit; if they tell of different ends, it ended at the first.
    ///
    /// - Parameters:
    ///   - query: Which visits; all by default.
    ///   - body: Gets one visit; what it throws ends the reading. It must not call the store, which refuses that (`storeReentry`), nor
    ///     wait for another thread that does.
    /// - Throws: The store's errors; what `body` throws, of whatever type, comes out as it is.
    /// - Complexity: O(*n* log *n*) for *n* events of the store.
    public func visits(
        _ query: EventQuery = EventQuery(),
        _ body: (Visit) throws -> Void
    ) throws {
        try readHandingOut { database, errors in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT \(Transition.columns(of: "enter")), \(Transition.columns(of: "leave"))
                    FROM visits JOIN devices ON devices.id = visits.device JOIN events AS enter ON enter.id = visits.id
                        LEFT JOIN events AS leave ON leave.id = exit_id
                    WHERE \(query.condition(
                        began: "entered_unix_ms",
                        ended: "IFNULL(exited_unix_ms, :since)",
                        geofence: "visits.geofence"
                    ))
                    ORDER BY exit_id IS NULL, exited_unix_ms, IIF(exit_id IS NULL, NULL, devices.name), exit_id,
                        entered_unix_ms, devices.name, visits.geofence
                    """,
                arguments: query.arguments
            )
            while let row = try rows.next() {
                guard let enter = try Transition(row) else { continue }
                let visit = try Visit(enter: enter, exit: Transition(row, from: Transition.columnCount))
                try errors.keep { try body(visit) }
            }
        }
    }
}

extension EventQuery {
    /// What must hold of the columns of an event or a visit. A limit that is not given is not there, as SQLite finds by an index only
    /// what is compared with a value.
    fileprivate func condition(began: String, ended: String, geofence column: String) -> String {
        let limits = [
            device.map { _ in "devices.name = :device" },
            geofence.map { _ in "\(column) = :geofence" },
            since.map { _ in "\(ended) >= :since" },
            until.map { _ in "\(began) <= :until" },
        ]
        return (["TRUE"] + limits.compactMap(\.self)).joined(separator: " AND ")
    }

    fileprivate var arguments: StatementArguments {
        [
            "device": device?.rawValue.sought, "geofence": geofence?.rawValue.sought,
            "since": since?.unixMilliseconds, "until": until?.unixMilliseconds,
        ]
    }
}
