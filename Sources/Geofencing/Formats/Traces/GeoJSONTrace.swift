/// GeoJSON given in place of a trace: loggers write timed points this way, but the names for the time and the device
/// vary.
enum GeoJSONTrace {
    private static let types: Set = ["FeatureCollection", "Feature", topology]
    private static let topology = "Topology"

    /// Returns the kind of GeoJSON that an object is by its first key, a `type` or the `locations` that Overland sends;
    /// `nil` for anything else.
    ///
    /// - Parameter brace: The offset of the object.
    static func kind(of brace: Int, in scanner: ByteScanner) -> String? {
        var scanner = scanner
        scanner.position = brace + 1
        guard let key = scanner.key() else { return nil }
        switch scanner.text(in: key) {
        case "type":
            guard let value = scanner.string() else { return nil }
            let type = scanner.text(in: value.range)
            return types.contains(type) ? type : nil
        case "locations": return hasFeatures(scanner) ? "features in \"locations\"" : nil
        default: return nil
        }
    }

    /// Whether an array of features is at the position.
    static func hasFeatures(_ scanner: ByteScanner) -> Bool {
        var scanner = scanner
        guard scanner.skip(UInt8(ascii: "[")) else { return false }
        scanner.skipWhitespace()
        let first = JSONMembers(of: scanner.position..<scanner.end, in: scanner)
        return first.bytes("type") == Array("Feature".utf8)
    }

    /// Returns the error for GeoJSON in place of a trace, with the command that makes a trace of it.
    static func refusal(of kind: String, at location: InputLocation) -> GeofenceError {
        guard kind != topology else {
            return GeofenceError(
                .unknownFormat,
                "this is TopoJSON, not a trace",
                at: location,
                recovery: """
                    Convert it to GeoJSON with `ogr2ogr -f GeoJSONSeq OUT IN`; give geofences as fences, or turn points into a trace \
                    with `jq`.
                    """
            )
        }
        return GeofenceError(
            .unknownFormat,
            "this is GeoJSON (\(kind)), not a trace",
            at: location,
            recovery: """
                Give geofences as fences. Turn points with times into a trace with `jq -c '(.features // .locations // [.])[] | {device: \
                "phone", timestamp: .properties.timestamp, latitude: .geometry.coordinates[1], longitude: \
                .geometry.coordinates[0]}'`, using the names of your properties.
                """
        )
    }
}
