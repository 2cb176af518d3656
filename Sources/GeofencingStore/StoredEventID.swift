internal import GRDB
internal import Geofencing

/// Gives the events of an older store their identifiers, which it did not keep.
enum StoredEventID {
    static func fill(_ database: Database) throws {
        let function = DatabaseFunction("geofence_event_id", argumentCount: 4, pure: true) { values in
            guard let device = String.fromDatabaseValue(values[0]), let geofence = String.fromDatabaseValue(values[1]),
                let kind = String.fromDatabaseValue(values[2]).flatMap({ Transition.Kind(rawValue: $0) }),
                let time = Int64.fromDatabaseValue(values[3])
            else { return nil }
            let transition = Transition(
                kind: kind,
                device: DeviceID(device),
                geofence: Geofence.ID(geofence),
                time: Timestamp(unixMilliseconds: time),
                decidedTime: Timestamp(unixMilliseconds: time),
                coordinate: Coordinate(latitude: 0, longitude: 0),
                cause: .movement
            )
            return Int64(bitPattern: transition.id.rawValue)
        }
        database.add(function: function)
        defer { database.remove(function: function) }
        try database.execute(
            sql: """
                UPDATE events SET event_id = geofence_event_id(
                    (SELECT name FROM devices WHERE devices.id = device), geofence, event, ts_unix_ms
                )
                """
        )
    }
}
