internal import GRDB
package import Geofencing

extension GeofenceStore {
    /// The kinds of names that a store knows.
    package enum Names: Sendable {
        /// Names of saved geofences.
        case savedGeofences
        /// Names of geofences that are or were saved, or that an event belongs to.
        case geofences
        /// Names of devices, including those that only watches know.
        case devices

        /// A query for the names, in any order and possibly with repeats.
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

    /// Hands out the names that the store knows, in no particular order and possibly with repeats: they may be too many
    /// for memory.
    package func forEach(_ names: Names, _ body: (String) -> Void) throws(GeofenceError) {
        try read { database in
            let cursor = try String.fetchCursor(database, sql: names.query)
            while let name = try cursor.next() { body(name) }
        }
    }

    /// Refuses names that the store does not know. A known name may have no events and visits now: it may have had
    /// some, or get some later.
    ///
    /// - Throws: `unknownDevice`, `unknownGeofence`; the store's errors.
    package func checkNames(of query: EventQuery) throws(GeofenceError) {
        if let device = query.device { try check([device]) }
        if let geofence = query.geofence { try check(geofence) }
    }

    /// Refuses devices that the store does not know.
    func check(_ devices: [DeviceID]) throws(GeofenceError) {
        guard let unknown = try firstUnknown(of: devices) else { return }
        throw GeofenceError(
            .unknownDevice,
            "the store has no data for the device \"\(unknown.rawValue.shortened)\"",
            at: InputLocation(file: path),
            recovery: "Check the name."
        )
    }

    /// Returns the first of some devices that the store does not know; `nil` if it knows them all.
    package func firstUnknown(of devices: [DeviceID]) throws(GeofenceError) -> DeviceID? {
        try read { database in
            let find = try database.cachedStatement(sql: DeviceTable.isKnown)
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
            "the store has no data for the geofence \"\(geofence.rawValue.shortened)\"",
            at: InputLocation(file: path),
            recovery: "Check the identifier."
        )
    }
}
