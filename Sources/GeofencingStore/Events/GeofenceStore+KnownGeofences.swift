internal import GRDB
package import Geofencing

extension GeofenceStore {
    /// Refuses names of which the store has nothing. Events and visits that it does not have now it may have had, or may get.
    ///
    /// - Throws: `unknownDevice`, `unknownGeofence`; the store's errors.
    package func checkNames(of query: EventQuery) throws(GeofenceError) {
        if let device = query.device { try check([device]) }
        if let geofence = query.geofence { try check(geofence) }
    }

    /// The identifiers of all geofences of which the store has something, removed ones too, in ascending order.
    package func knownGeofences() throws(GeofenceError) -> [Geofence.ID] {
        try read { database in
            let names = try String.fetchAll(
                database,
                sql: """
                    SELECT identifier FROM geofences UNION SELECT identifier FROM geofence_removals UNION SELECT geofence FROM events
                    ORDER BY identifier
                    """
            )
            return names.map { Geofence.ID($0) }
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
