/// All geofences of some files, and all that is wrong or doubtful with them.
package struct FenceSurvey {
    /// The geofences that could be read, in input order; no two have the same identifier.
    package let geofences: [LocatedGeofence]

    /// What was found while reading: about geofences that are not among `geofences`, and warnings about some that are.
    package let readFindings: [GeofenceFinding]

    /// Whether the files were read to their ends.
    package let isWhole: Bool

    /// What was found about the shape of each of `geofences`.
    package let shapeFindings: [[GeofenceFinding]]

    /// What was found about all of `geofences` together.
    private let commonFindings: [GeofenceFinding]

    /// The files in which there is a geofence or a fault, numbered as they come.
    private let files: [String: Int]

    /// Reads files and checks what they hold.
    ///
    /// - Parameters:
    ///   - paths: The files, plain or gzip; `-` for standard input.
    ///   - threads: How many check shapes.
    ///   - progress: Told of each geofence how many have been read.
    package init(
        _ paths: [String],
        threads: Int,
        progress: @escaping @Sendable (_ count: Int) -> Void = { _ in }
    ) throws(GeofenceError) {
        try self.init(GeofenceReader.read(paths, progress: progress), threads: threads)
    }

    init(_ read: ReadGeofences, threads: Int) throws(GeofenceError) {
        geofences = read.geofences
        readFindings = read.findings
        isWhole = read.isWhole
        let places = geofences.map(\.location)
        shapeFindings = try FenceValidator.validateAll(geofences.map(\.geofence), at: places, threads: threads)
        commonFindings = UnlikelyRadii.finding(of: geofences).map { [$0] } ?? []
        var files: [String: Int] = [:]
        for place in places + readFindings.map(\.location) {
            if let file = place.file, files[file] == nil { files[file] = files.count }
        }
        self.files = files
    }

    /// Those of the files that were read in which there is nothing, not even a fault.
    package func filesWithoutGeofences(among paths: [String]) -> [String] { paths.filter { files[$0] == nil } }

    /// Whether this one of `geofences` cannot be used as it is.
    package func isInvalid(_ number: Int) -> Bool { shapeFindings[number].contains { $0.severity == .error } }

    /// All findings by place.
    package var findings: [GeofenceFinding] {
        let all = readFindings + shapeFindings.joined() + commonFindings
        let keys = all.enumerated().map { position, finding in
            let location = finding.location
            return [
                location.file.flatMap { files[$0] } ?? -1, location.line ?? 0, location.column ?? 0,
                location.feature ?? 0, position,
            ]
        }
        return all.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }.map { all[$0] }
    }
}
