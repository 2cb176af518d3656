internal import GRDB
internal import Geofencing

/// The origin of an event in a store.
enum EventOrigin: Sendable {
    /// A live stream of fixes, with the name of its watch, if it has one.
    case watch(String?)
    /// The evaluation of the imported fixes with this number.
    case evaluation(Int64)

    /// The name of the origin in the store.
    fileprivate var name: String {
        switch self {
        case .watch: "watch"
        case .evaluation: "evaluate"
        }
    }

    fileprivate var number: Int64? {
        if case .evaluation(let number) = self { return number }
        return nil
    }

    fileprivate var watch: String? {
        if case .watch(let name) = self { return name }
        return nil
    }
}

/// Inserts transitions into the table of events.
struct EventInserter {
    private let database: Database
    private let origin: EventOrigin
    private let statement: Statement
    /// The numbers of the devices met so far.
    private var devices: [DeviceID: Int64] = [:]

    init(_ database: Database, origin: EventOrigin) throws {
        self.database = database
        self.origin = origin
        // Because of the triggers of the table, ABORT would make SQLite prepare to undo this statement alone, which
        // takes longer than the statement. An error ends the transaction anyway.
        statement = try database.cachedStatement(
            sql: """
                INSERT OR FAIL INTO events (
                    origin, event, device, geofence, ts_unix_ms, decided_unix_ms, latitude, longitude, cause, evaluation, watch,
                    event_id, ordinal, visit_unix_ms, visit_ordinal, earliest_unix_ms, latest_unix_ms, is_inferred
                )
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
    }

    mutating func insert(_ transition: Transition) throws {
        let device: Int64
        if let known = devices[transition.device] {
            device = known
        } else {
            device = try GeofenceStore.number(of: transition.device, database)
            devices[transition.device] = device
        }
        try statement.execute(
            arguments: [
                origin.name, transition.kind.rawValue, device, transition.geofence.rawValue,
                transition.time.unixMilliseconds, transition.decidedTime.unixMilliseconds,
                transition.coordinate.latitude, transition.coordinate.longitude, transition.cause.rawValue,
                origin.number, origin.watch, Int64(bitPattern: transition.id.rawValue), transition.ordinal,
                transition.visitStart?.unixMilliseconds, transition.visitOrdinal,
                transition.interval?.lowerBound.unixMilliseconds, transition.interval?.upperBound.unixMilliseconds,
                transition.isInferred,
            ]
        )
    }
}
