/// The keys of a fix object that mean something here.
enum FixKey: UInt8, Sendable {
    case other
    case device
    case source
    /// Names the device where no `device` does. Of a column's other names `id` is the fix's here, and `name` may be anything's.
    case user
    /// The same where no `user` does either.
    case spareDevice
    case time
    case timeMilliseconds
    case coordinate
    case latitude
    case longitude
    case accuracy
    /// The accuracy where no `accuracy` is there.
    case spareAccuracy
    case sequence
    case battery

    /// The key whose name stands in a range; names are those of CSV columns, but exactly so, and some in camel case.
    static func key(in range: Range<Int>, of scanner: ByteScanner) -> FixKey {
        table.key(in: range, of: scanner) ?? .other
    }

    private static let table = KeyTable(
        [("source", .source), ("coordinate", .coordinate), ("horizontalAccuracy", .spareAccuracy)]
            + ["user_id", "user", "tid"].map { ($0, .user) }
            + ["deviceId", "vehicleId", "imei", "mmsi", "trackerId", "tracker_id", "userId"].map { ($0, .spareDevice) }
            + [
                (ColumnRole.device, FixKey.device), (.time, .time), (.timeMilliseconds, .timeMilliseconds),
                (.latitude, .latitude), (.longitude, .longitude), (.accuracy, .accuracy), (.sequence, .sequence),
                (.battery, .battery),
            ].flatMap { role, key in role.names.map { ($0, key) } }
    )
}
