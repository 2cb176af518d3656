/// All geofences of some files, and everything that is wrong or doubtful about them.
package struct FenceSurvey {
    /// The geofences that could be read, in input order; no two have the same identifier.
    package let geofences: [Geofence]

    /// The location of each of `geofences`.
    package let locations: InputLocations

    /// The findings made while reading: errors of geofences that are not in `geofences`, and warnings about some that
    /// are.
    package let readFindings: [GeofenceFinding]

    /// Whether the files were read to their ends.
    package let isWhole: Bool

    /// The findings about the shape of each of `geofences`.
    package let shapeFindings: [[GeofenceFinding]]

    /// The findings about all of `geofences` together.
    private let commonFindings: [GeofenceFinding]

    /// The files that contain a geofence or a fault, numbered in order of appearance.
    private let files: [String: Int]

    /// Reads files and checks their geofences.
    ///
    /// - Parameters:
    ///   - paths: The files, plain or gzip; `-` for standard input.
    ///   - threads: The number of threads that read and check shapes.
    ///   - progress: Called for each geofence with the number read so far.
    package init(
        _ paths: [String],
        threads: Int,
        progress: @escaping @Sendable (_ count: Int) -> Void = { _ in }
    ) throws(GeofenceError) {
        let read = try GeofenceReader.read(paths.map(InputSource.file), threads: threads, progress: progress)
        try self.init(read, threads: threads)
    }

    init(_ read: ReadGeofences, threads: Int) throws(GeofenceError) {
        geofences = read.geofences
        readFindings = read.findings
        isWhole = read.isWhole
        locations = read.locations
        shapeFindings = try FenceValidator.validateAll(geofences, at: locations, threads: threads)
        commonFindings =
            [UnlikelyRadii.finding(of: geofences, at: locations)].compactMap(\.self)
            + SwappedGeofences.findings(in: geofences, at: locations)
        var files: [String: Int] = [:]
        for file in locations.files + readFindings.map(\.location.file) {
            if let file, files[file] == nil { files[file] = files.count }
        }
        self.files = files
    }

    /// Returns the files read that contain nothing, not even a fault.
    package func filesWithoutGeofences(among paths: [String]) -> [String] { paths.filter { files[$0] == nil } }

    /// Returns whether this one of `geofences` cannot be used as it is.
    package func isInvalid(_ number: Int) -> Bool { shapeFindings[number].contains { $0.severity == .error } }

    /// All findings in order of location.
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
