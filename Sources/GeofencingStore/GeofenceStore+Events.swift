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

    /// Creates a query.
    public init(device: DeviceID? = nil, geofence: Geofence.ID? = nil, since: Timestamp? = nil) {
        self.device = device
        self.geofence = geofence
        self.since = since
    }
}

/// A device's stay in a geofence: from an ENTER to the EXIT after it.
public struct Visit: Sendable, Hashable {
    /// The device that was inside.
    public var device: DeviceID
    /// The geofence it was in.
    public var geofence: Geofence.ID
    /// When it entered.
    public var entered: Timestamp
    /// When it left; `nil` while it is inside.
    public var exited: Timestamp?

    /// How many seconds it stayed; `nil` while it is inside.
    public var dwellSeconds: Double? {
        exited.map { Double($0.unixMilliseconds - entered.unixMilliseconds) / 1000 }
    }
}

extension GeofenceStore {
    /// Adds transitions in their order, as those of a live stream.
    public func save(_ transitions: [Transition]) throws(GeofenceError) {
        guard !transitions.isEmpty else { return }
        try write { database in
            try Self.insert(transitions, .watch(nil), database)
        }
    }

    static func insert(_ transitions: [Transition], _ origin: EventOrigin, _ database: Database) throws {
        var inserter = try EventInserter(database, origin: origin)
        for transition in transitions { try inserter.insert(transition) }
    }

    /// Hands out events in order of time; those of one time as they were found. An event that several watches, or a watch and
    /// the last evaluation, have told is one event: that has one `id`.
    public func events(
        _ query: EventQuery = EventQuery(),
        _ body: (Transition) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT event, devices.name, geofence, ts_unix_ms, decided_unix_ms, latitude, longitude, cause
                    FROM distinct_events JOIN devices ON devices.id = device
                    WHERE (:device IS NULL OR devices.name = :device) AND (:geofence IS NULL OR geofence = :geofence)
                        AND (:since IS NULL OR ts_unix_ms >= :since)
                    ORDER BY ts_unix_ms, distinct_events.id
                    """,
                arguments: query.arguments
            )
            while let row = try rows.next() {
                // What a newer version may have written is not of this version's kinds.
                guard let kind = Transition.Kind(rawValue: row[0]), let cause = Transition.Cause(rawValue: row[7])
                else { continue }
                try body(
                    Transition(
                        kind: kind,
                        device: DeviceID(row[1]),
                        geofence: Geofence.ID(row[2]),
                        time: Timestamp(unixMilliseconds: row[3]),
                        decidedTime: Timestamp(unixMilliseconds: row[4]),
                        coordinate: Coordinate(latitude: row[5], longitude: row[6]),
                        cause: cause
                    )
                )
            }
        }
    }

    /// Hands out visits in order of their beginning. A visit whose ENTER several have told is one visit; if they tell of different
    /// ends, it ended at the first.
    public func visits(
        _ query: EventQuery = EventQuery(),
        _ body: (Visit) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT devices.name, geofence, entered_unix_ms, exited_unix_ms
                    FROM visits JOIN devices ON devices.id = device
                    WHERE (:device IS NULL OR devices.name = :device) AND (:geofence IS NULL OR geofence = :geofence)
                        AND (:since IS NULL OR IFNULL(exited_unix_ms, :since) >= :since)
                    ORDER BY entered_unix_ms, visits.id
                    """,
                arguments: query.arguments
            )
            while let row = try rows.next() {
                try body(
                    Visit(
                        device: DeviceID(row[0]),
                        geofence: Geofence.ID(row[1]),
                        entered: Timestamp(unixMilliseconds: row[2]),
                        exited: (row[3] as Int64?).map { Timestamp(unixMilliseconds: $0) }
                    )
                )
            }
        }
    }
}

extension EventQuery {
    fileprivate var arguments: StatementArguments {
        ["device": device?.rawValue, "geofence": geofence?.rawValue, "since": since?.unixMilliseconds]
    }
}
