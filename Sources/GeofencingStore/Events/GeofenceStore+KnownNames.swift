internal import GRDB
package import Geofencing

extension GeofenceStore {
    /// Names of which a store has something.
    package enum Names: Sendable {
        /// Of geofences that are saved.
        case savedGeofences
        /// Of geofences that are or were saved, or that an event is of.
        case geofences
        /// Of devices, also of those that watches alone know.
        case devices

        /// A query for them, in any order and some more than once.
        fileprivate var query: String {
            switch self {
            case .savedGeofences: "SELECT identifier FROM geofences"
            case .geofences:
                """
                SELECT identifier FROM geofences UNION ALL SELECT identifier FROM geofence_removals
                UNION ALL SELECT DISTINCT geofence FROM events
                """
            case .devices:
                """
                SELECT name FROM devices UNION ALL SELECT device FROM watch_devices
                UNION ALL SELECT DISTINCT device FROM watch_rejects
                """
            }
        }
    }

    /// Hands out names of which the store has something, in no order and some more than once: there may be too many for memory.
    package func forEach(_ names: Names, _ body: (String) -> Void) throws(GeofenceError) {
        try read { database in
            let cursor = try String.fetchCursor(database, sql: names.query)
            while let name = try cursor.next() { body(name) }
        }
    }

    /// Refuses names of which the store has nothing. Events and visits that it does not have now it may have had, or may get.
    ///
    /// - Throws: `unknownDevice`, `unknownGeofence`; the store's errors.
    package func checkNames(of query: EventQuery) throws(GeofenceError) {
        if let device = query.device { try check([device]) }
        if let geofence = query.geofence { try check(geofence) }
    }

    /// Refuses devices of which the store has nothing.
    func check(_ devices: [DeviceID]) throws(GeofenceError) {
        guard let unknown = try firstUnknown(of: devices) else { return }
        throw GeofenceError(
            .unknownDevice,
            "the store has nothing of the device \"\(unknown)\"",
            at: InputLocation(file: path),
            recovery: "Check the name."
        )
    }

    /// The first of some devices of which the store has nothing; `nil` if there is none.
    package func firstUnknown(of devices: [DeviceID]) throws(GeofenceError) -> DeviceID? {
        try read { database in
            let find = try database.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM devices WHERE name = :device)
                        OR EXISTS (SELECT 1 FROM watch_devices WHERE device = :device)
                        OR EXISTS (SELECT 1 FROM watch_rejects WHERE device = :device)
                    """
            )
            return try devices.first { device in
                try Bool.fetchOne(find, arguments: ["device": device.rawValue.sought]) != true
            }
        }
    }

    private func check(_ geofence: Geofence.ID) throws(GeofenceError) {
        let isKnown = try read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM geofences WHERE identifier = :geofence)
                        OR EXISTS (SELECT 1 FROM geofence_removals WHERE identifier = :geofence)
                        OR EXISTS (SELECT 1 FROM events WHERE geofence = :geofence)
                    """,
                arguments: ["geofence": geofence.rawValue.sought]
            )
        }
        guard isKnown != true else { return }
        throw GeofenceError(
            .unknownGeofence,
            "the store has nothing of the geofence \"\(geofence)\"",
            at: InputLocation(file: path),
            recovery: "Check the identifier."
        )
    }
}
