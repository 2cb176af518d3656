extension Geofence {
    /// Returns the geofence as a GeoJSON Feature on one line, with all digits.
    ///
    /// `GeofenceFile.write(_:to:)` writes this form, and `GeofenceFile(contents:name:)` reads it, also several features
    /// one after the other. Its keys are in `docs/formats.md`. Lengths and coordinates must be finite, as they are for
    /// all geofences that an engine accepts.
    ///
    /// - Complexity: O(vertices).
    public func json() -> String {
        var text: [UInt8] = []
        FeatureEncoder().append(self, to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
