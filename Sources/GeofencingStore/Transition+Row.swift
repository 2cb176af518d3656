internal import GRDB
internal import Geofencing

extension Transition {
    /// How many columns a saved event has.
    static let columnCount = 14

    /// The columns of a saved event, with the name of its device in the table `devices`.
    static func columns(of table: String) -> String {
        let names = [
            "event", "geofence", "ts_unix_ms", "decided_unix_ms", "latitude", "longitude", "cause", "ordinal",
            "visit_unix_ms", "visit_ordinal", "earliest_unix_ms", "latest_unix_ms", "is_inferred",
        ]
        return (["devices.name"] + names.map { "\(table).\($0)" }).joined(separator: ", ")
    }

    /// A saved event; `nil` if there is none, or a newer version has written what this one does not know.
    init?(_ row: Row, from first: Int = 0) throws {
        guard let event = try row.value(first + 1) as String?, let kind = Kind(rawValue: event),
            let cause = (try row.value(first + 7) as String?).flatMap({ Cause(rawValue: $0) })
        else { return nil }
        func time(_ column: Int) throws -> Timestamp? {
            (try row.value(first + column) as Int64?).map { Timestamp(unixMilliseconds: $0) }
        }
        var interval: ClosedRange<Timestamp>?
        if let earliest = try time(11), let latest = try time(12), earliest <= latest { interval = earliest...latest }
        try self.init(
            kind: kind,
            device: DeviceID(row.value(first)),
            geofence: Geofence.ID(row.value(first + 2)),
            time: Timestamp(unixMilliseconds: row.value(first + 3)),
            decidedTime: Timestamp(unixMilliseconds: row.value(first + 4)),
            interval: interval,
            visitStart: time(9),
            coordinate: Coordinate(latitude: row.value(first + 5), longitude: row.value(first + 6)),
            cause: cause,
            isInferred: row.value(first + 13),
            ordinal: row.value(first + 8),
            visitOrdinal: row.value(first + 10)
        )
    }
}
