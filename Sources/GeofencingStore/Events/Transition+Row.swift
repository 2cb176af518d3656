internal import GRDB
internal import Geofencing

extension Transition {
    /// The columns of a saved event, in the order in which they are selected.
    private enum Column: Int, CaseIterable {
        case device, kind, geofence, time, decidedTime, latitude, longitude
        case cause, ordinal, visitStart, visitOrdinal, earliest, latest, isInferred

        /// The column's name in a table of events or, for the device, in the table of devices.
        var name: String {
            switch self {
            case .device: "name"
            case .kind: "event"
            case .geofence: "geofence"
            case .time: "ts_unix_ms"
            case .decidedTime: "decided_unix_ms"
            case .latitude: "latitude"
            case .longitude: "longitude"
            case .cause: "cause"
            case .ordinal: "ordinal"
            case .visitStart: "visit_unix_ms"
            case .visitOrdinal: "visit_ordinal"
            case .earliest: "earliest_unix_ms"
            case .latest: "latest_unix_ms"
            case .isInferred: "is_inferred"
            }
        }
    }

    /// The number of columns of a saved event.
    static let columnCount = Column.allCases.count

    /// Returns the columns of a saved event, with the name of its device from the table `devices`.
    static func columns(of table: String) -> String {
        Column.allCases.map { "\($0 == .device ? "devices" : table).\($0.name)" }.joined(separator: ", ")
    }

    /// Creates a transition from a saved event; `nil` if the row has none.
    ///
    /// - Parameter first: The index of its first column.
    /// - Throws: An error of the database, or `UnknownName`.
    init?(_ row: Row, from first: Int = 0) throws {
        func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: Column) throws -> Value {
            try row.value(first + column.rawValue)
        }
        func time(_ column: Column) throws -> Timestamp? {
            (try value(column) as Int64?).map { Timestamp(unixMilliseconds: $0) }
        }
        guard let event = try value(.kind) as String? else { return nil }
        var interval: ClosedRange<Timestamp>?
        if let earliest = try time(.earliest), let latest = try time(.latest), earliest <= latest {
            interval = earliest...latest
        }
        try self.init(
            kind: .named(event),
            device: DeviceID(value(.device)),
            geofence: Geofence.ID(value(.geofence)),
            time: Timestamp(unixMilliseconds: value(.time)),
            decidedTime: Timestamp(unixMilliseconds: value(.decidedTime)),
            interval: interval,
            visitStart: time(.visitStart),
            coordinate: Coordinate(latitude: value(.latitude), longitude: value(.longitude)),
            cause: .named(value(.cause)),
            isInferred: value(.isInferred),
            ordinal: value(.ordinal),
            visitOrdinal: value(.visitOrdinal)
        )
    }
}
