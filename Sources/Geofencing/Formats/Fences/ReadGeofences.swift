/// A geofence and the place it was read from.
package struct LocatedGeofence: Sendable, Hashable {
    package var geofence: Geofence
    package var location: InputLocation

    package init(_ geofence: Geofence, at location: InputLocation) {
        self.geofence = geofence
        self.location = location
    }
}

/// What the geofence inputs held.
package struct ReadGeofences: Sendable {
    /// The geofences that can be used, in input order; no two have the same identifier.
    package var geofences: [LocatedGeofence] = []

    /// What is wrong with the others, and what is doubtful about these.
    package var findings: [GeofenceFinding] = []

    /// Whether the inputs were read to their ends; what comes behind broken JSON is not known.
    package var isWhole = true

    /// Where each identifier was first met.
    private var places: [Geofence.ID: InputLocation] = [:]

    private let progress: @Sendable (_ count: Int) -> Void

    /// - Parameter progress: Told of each geofence how many have been read.
    package init(progress: @escaping @Sendable (_ count: Int) -> Void = { _ in }) { self.progress = progress }

    /// Adds a geofence, or an error if its identifier was met before.
    mutating func append(_ geofence: Geofence, at location: InputLocation) {
        if let first = places[geofence.id] {
            report(
                GeofenceError(
                    .duplicateIdentifier,
                    "the identifier \"\(geofence.id)\" was given before, at \(first)",
                    at: location,
                    recovery:
                        "Give each geofence an identifier of its own, or name each file once; which of the two is meant nobody knows but you."
                )
            )
            return
        }
        places[geofence.id] = location
        geofences.append(LocatedGeofence(geofence, at: location))
        progress(geofences.count)
    }

    /// Adds a finding.
    mutating func report(_ error: GeofenceError, _ severity: GeofenceFinding.Severity = .error) {
        findings.append(GeofenceFinding(error, severity))
    }
}
