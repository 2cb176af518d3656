extension Geofence {
    /// The geofence as a GeoJSON Feature on one line, with all digits: as `GeofenceFile.write(_:to:)` writes it, and
    /// `GeofenceFile(contents:name:)` reads it, also one after the other. Its keys are in `docs/formats.md`.
    ///
    /// Lengths and coordinates must be finite, as they are of all geofences that an engine takes.
    ///
    /// - Complexity: O(vertices).
    public func json() -> String {
        var text: [UInt8] = []
        FeatureEncoder().append(self, to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
