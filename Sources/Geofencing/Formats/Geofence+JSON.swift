extension Geofence {
    /// The name in errors of a geofence that is not in a file.
    private static let source = "geofence"

    /// Reads one geofence from GeoJSON: a Feature, or a FeatureCollection of one.
    ///
    /// `docs/formats.md` lists the keys. What `json()` and `encode(to:)` write is read back as the same geofence, with
    /// rings in the direction that GeoJSON asks for. `GeofenceFile(contents:name:)` reads several geofences and other
    /// formats, and also reports warnings.
    ///
    /// - Throws: The errors of `GeofenceFile.read()` with line and column, and `invalidSyntax` if there is no geofence
    ///   or more than one. Polygons are checked only by the engine that takes the geofence, and by `findings()`.
    /// - Complexity: O(bytes).
    public init(json: String) throws(GeofenceError) {
        let bytes = Array(json.utf8)
        let input = try InputFile(.memory(bytes, name: Self.source))
        // With room for all bytes, and for one more, so that the end of the input is found at once.
        var reader = try GeoJSONReader(JSONSource(input, bufferSize: bytes.count + 1))
        var result = ReadGeofences()
        try reader.read(into: &result)
        let geofences = try result.allGeofences()
        guard geofences.count == 1 else {
            throw GeofenceError(
                .invalidSyntax,
                geofences.isEmpty ? "the text has no geofence" : "the text has \(geofences.count) geofences, not one",
                at: InputLocation(file: Self.source),
                recovery: "Give one Feature; `GeofenceFile(contents:name:)` reads several."
            )
        }
        self = geofences[0]
    }

    /// Returns the geofence as a GeoJSON Feature on one line, with all digits.
    ///
    /// `GeofenceFile.write(_:to:)` writes this form. `init(json:)` reads it, and so does
    /// `GeofenceFile(contents:name:)`, also several features one after the other. Its keys are in `docs/formats.md`.
    /// All numbers must be finite, as they are for all geofences that an engine accepts.
    ///
    /// - Complexity: O(vertices).
    public func json() -> String {
        var text: [UInt8] = []
        FeatureEncoder().append(self, to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
