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
    init?(_ row: Row, from first: Int = 0) {
        guard let event = row[first + 1] as String?, let kind = Kind(rawValue: event),
            let cause = (row[first + 7] as String?).flatMap({ Cause(rawValue: $0) })
        else { return nil }
        func time(_ column: Int) -> Timestamp? {
            (row[first + column] as Int64?).map { Timestamp(unixMilliseconds: $0) }
        }
        var interval: ClosedRange<Timestamp>?
        if let earliest = time(11), let latest = time(12), earliest <= latest { interval = earliest...latest }
        self.init(
            kind: kind,
            device: DeviceID(row[first]),
            geofence: Geofence.ID(row[first + 2]),
            time: Timestamp(unixMilliseconds: row[first + 3]),
            decidedTime: Timestamp(unixMilliseconds: row[first + 4]),
            interval: interval,
            visitStart: time(9),
            coordinate: Coordinate(latitude: row[first + 5], longitude: row[first + 6]),
            cause: cause,
            isInferred: row[first + 13],
            ordinal: row[first + 8],
            visitOrdinal: row[first + 10]
        )
    }
}
