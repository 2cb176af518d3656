/// The keys of a fix object that are read.
enum FixKey: UInt8, Sendable {
    case other
    case device
    case source
    /// Names the device if no `device` does. Of the other column names for a device, `id` identifies the fix here, and
    /// `name` may belong to anything.
    case user
    /// Names the device if no `user` does either.
    case fallbackDevice
    case time
    case timeMilliseconds
    case coordinate
    case latitude
    case longitude
    case accuracy
    /// The accuracy if there is no `accuracy`.
    case fallbackAccuracy
    case sequence
    case battery

    var isTime: Bool { self == .time || self == .timeMilliseconds }

    /// Whether its value names the device, unless another key does.
    var namesDevice: Bool { [.device, .source, .user, .fallbackDevice].contains(self) }

    /// Returns the key whose name is in a range; the names are those of CSV columns, but matched exactly, and some in
    /// camel case.
    static func key(in range: Range<Int>, of scanner: ByteScanner) -> FixKey {
        table.key(in: range, of: scanner) ?? .other
    }

    private static let table = KeyTable(
        [
            ("source", .source), ("coordinate", .coordinate), ("horizontalAccuracy", .fallbackAccuracy),
            ("fixTime", .time),
        ]
            + ["user_id", "user", "tid"].map { ($0, .user) }
            + ["deviceId", "vehicleId", "imei", "mmsi", "trackerId", "tracker_id", "userId"].map {
                ($0, .fallbackDevice)
            }
            + [
                (ColumnRole.device, FixKey.device), (.time, .time), (.timeMilliseconds, .timeMilliseconds),
                (.latitude, .latitude), (.longitude, .longitude), (.accuracy, .accuracy), (.sequence, .sequence),
                (.battery, .battery),
            ].flatMap { role, key in role.names.map { ($0, key) } }
    )
}
