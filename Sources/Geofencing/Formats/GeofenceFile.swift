/// A file of geofences: GeoJSON, CSV or JSON of circles or of well-known text and binary, KML, waypoints of OwnTracks,
/// or geofences of Traccar; plain or gzip.
public struct GeofenceFile: Sendable {
    private let source: InputSource

    /// The path of the file, `-` for standard input; the name given to contents in memory.
    public var path: String { source.path }

    /// Creates a reference to a file, which is opened when it is read.
    public init(path: String) { source = .file(path) }

    /// Creates a file from its contents in memory.
    ///
    /// - Parameters:
    ///   - contents: The bytes, such as a download's `Data` or a text's `utf8`; plain or gzip.
    ///   - name: The name in errors.
    public init(contents: some Sequence<UInt8>, name: String) {
        source = .memory(Array(contents), name: name)
    }

    /// Reads all geofences, in the order of the file; none, without an error, if the file is empty.
    ///
    /// - Throws: The first error of the file, with line, feature and ring where known: `unreadableInput`,
    ///   `unknownFormat`, `invalidSyntax`, `duplicateIdentifier` and others. The engine that takes the geofences checks
    ///   whether the polygons are valid.
    /// - Complexity: O(bytes); the memory is that of the result and, for GeoJSON and CSV, the largest feature or some
    ///   records, for other formats that of the file.
    public func read() throws(GeofenceError) -> [Geofence] {
        try GeofenceReader.read([source]).allGeofences()
    }

    /// Reads the usable geofences, in the order of the file, and reports what is wrong with the others.
    ///
    /// - Parameter threads: The number of threads that read and check geofences, at least one.
    /// - Returns: The geofences, each of which an engine accepts, and the same findings as `findings(threads:)`.
    /// - Throws: The errors of `findings(threads:)`, for the file as a whole.
    /// - Complexity: O(*v* log *v*) for *v* vertices; the memory is that of all geofences.
    public func readValid(
        threads: Int = 1
    ) throws(GeofenceError) -> (geofences: [Geofence], findings: [GeofenceFinding]) {
        let survey = try FenceSurvey(GeofenceReader.read([source], threads: threads), threads: threads)
        let valid = survey.geofences.indices.filter { !survey.isInvalid($0) }
        return (valid.map { survey.geofences[$0] }, survey.findings)
    }

    /// Writes geofences as a GeoJSON FeatureCollection, one feature per line, with all digits, replacing an existing
    /// file.
    ///
    /// - Throws: `inputOutput`; `invalidCoordinate` or `invalidRules`, naming the geofence, for one whose shape or
    ///   policy has a number that is not finite. The file is then as it was.
    /// - Complexity: O(vertices).
    public static func write(_ geofences: some Sequence<Geofence>, to path: String) throws(GeofenceError) {
        try GeofenceWriter.write(geofences, to: path)
    }

    /// Returns everything that is wrong or doubtful about the geofences of the file, in order of position: what keeps
    /// `read()` or an engine from using them, and warnings.
    ///
    /// - Parameter threads: The number of threads that read and check geofences, at least one.
    /// - Throws: `unreadableInput`, `inputOutput`, `unknownFormat` or `invalidHeader` for the file as a whole;
    ///   `invalidSyntax` for gzip data that is damaged or cut short; `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: O(*v* log *v*) for *v* vertices; the memory is that of all geofences.
    public func findings(threads: Int = 1) throws(GeofenceError) -> [GeofenceFinding] {
        try FenceSurvey(GeofenceReader.read([source], threads: threads), threads: threads).findings
    }
}
