/// A file of geofences: GeoJSON, GeoJSONSeq, or CSV of circles or of well-known text and binary; plain or gzip.
public struct GeofenceFile: Sendable {
    private let source: InputSource

    /// Where it is; `-` is standard input. The name of what is in memory.
    public var path: String { source.path }

    /// Names a file; it is opened when it is read.
    public init(path: String) { source = .file(path) }

    /// Takes from memory what such a file would hold.
    ///
    /// - Parameters:
    ///   - contents: The bytes, as a download's `Data` or a text's `utf8`; plain or gzip.
    ///   - name: What errors call it.
    public init(contents: some Sequence<UInt8>, name: String) {
        source = .memory(Array(contents), name: name)
    }

    /// Reads all geofences, in the order of the file.
    ///
    /// - Throws: The first error of the file, with line, feature and ring where it has them: `unreadableInput`,
    ///   `unknownFormat`, `invalidSyntax`, `duplicateIdentifier` and others. Whether polygons are valid is checked by the
    ///   engine that they are given to.
    /// - Complexity: O(bytes); the memory is that of the result and the largest feature.
    public func read() throws(GeofenceError) -> [Geofence] {
        let result = try GeofenceReader.read([source])
        if let finding = result.findings.first(where: { $0.severity == .error }) { throw GeofenceError(finding) }
        return result.geofences.map(\.geofence)
    }

    /// Reads the geofences that can be used, in the order of the file, and says what is wrong with the others.
    ///
    /// - Parameter threads: How many threads check polygons, at least one.
    /// - Returns: The geofences, each of which an engine takes, and the findings as of `findings`.
    /// - Throws: As `findings` does, for the file as a whole.
    /// - Complexity: O(*v* log *v*) for *v* vertices; the memory is that of all geofences.
    public func readValid(
        threads: Int = 1
    ) throws(GeofenceError) -> (geofences: [Geofence], findings: [GeofenceFinding]) {
        let survey = try FenceSurvey(GeofenceReader.read([source]), threads: threads)
        let valid = survey.geofences.indices.filter { !survey.isInvalid($0) }
        return (valid.map { survey.geofences[$0].geofence }, survey.findings)
    }

    /// Writes geofences as a GeoJSON FeatureCollection, one feature a line, with all digits. A file that is there is replaced.
    ///
    /// - Throws: `inputOutput`; `invalidCoordinate`, naming the geofence, for one whose shape has a number that is not finite. The file is
    ///   then as it was.
    /// - Complexity: O(vertices).
    public static func write(_ geofences: some Sequence<Geofence>, to path: String) throws(GeofenceError) {
        try GeofenceWriter.write(geofences, to: path)
    }

    /// Everything that is wrong or doubtful about the geofences of the file, by place: what keeps `read()` or an engine from using
    /// them, and warnings.
    ///
    /// - Parameter threads: How many threads check polygons, at least one.
    /// - Throws: `unreadableInput`, `inputOutput`, `unknownFormat` or `invalidHeader` for the file as a whole; `invalidSyntax` for
    ///   gzip data that is damaged or cut short; `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: O(*v* log *v*) for *v* vertices; the memory is that of all geofences.
    public func findings(threads: Int = 1) throws(GeofenceError) -> [GeofenceFinding] {
        try FenceSurvey(GeofenceReader.read([source]), threads: threads).findings
    }
}
