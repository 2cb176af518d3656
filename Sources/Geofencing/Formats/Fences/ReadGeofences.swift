/// The contents of the geofence inputs.
struct ReadGeofences: Sendable {
    /// The usable geofences, in input order, with unique identifiers.
    private(set) var geofences: [Geofence] = []

    /// The location of each of `geofences`.
    private(set) var locations = InputLocations()

    /// What is wrong with the others, and what is doubtful about the usable ones.
    var findings: [GeofenceFinding] = []

    /// Whether the inputs were read to their ends; what follows broken JSON is unknown.
    var isWhole = true

    /// The identifiers of `geofences`, numbered as these are.
    private var identifiers = NameTable()

    private let progress: @Sendable (_ count: Int) -> Void

    /// - Parameter progress: Called for each geofence with the number read so far.
    init(progress: @escaping @Sendable (_ count: Int) -> Void = { _ in }) { self.progress = progress }

    /// Returns all geofences, in input order.
    ///
    /// - Throws: The first error, if one of them could not be used.
    func allGeofences() throws(GeofenceError) -> [Geofence] {
        if let finding = findings.first(where: { $0.severity == .error }) { throw GeofenceError(finding) }
        return geofences
    }

    /// Adds a geofence, or an error if its identifier occurred before.
    mutating func append(_ geofence: Geofence, at location: InputLocation) {
        let number = Int(identifiers.number(orInserting: geofence.id.rawValue))
        guard number == geofences.count else {
            report(
                GeofenceError(
                    .duplicateIdentifier,
                    "the identifier \"\(geofence.id.rawValue.shortened)\" is already used at \(locations[number])",
                    at: location,
                    recovery:
                        "Give each geofence a unique identifier, or name each file only once; only you know which of the two is meant."
                )
            )
            return
        }
        geofences.append(geofence)
        locations.append(location)
        progress(geofences.count)
    }

    /// Adds a finding.
    mutating func report(_ error: GeofenceError, _ severity: GeofenceFinding.Severity = .error) {
        findings.append(GeofenceFinding(error, severity))
    }
}
