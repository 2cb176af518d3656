/// GeoJSON given in place of a trace: loggers write timed points this way, but the names for the time and the device
/// vary.
enum GeoJSONTrace {
    private static let types: Set = ["FeatureCollection", "Feature", topology]
    private static let topology = "Topology"

    /// Returns the kind of GeoJSON that an object is by its `type`, or the `locations` that Overland sends; `nil` for
    /// anything else, such as a fix that has these keys too.
    ///
    /// - Parameter brace: The offset of the object, which need not be complete.
    static func kind(of brace: Int, in scanner: ByteScanner) -> String? {
        var scanner = scanner
        scanner.position = brace + 1
        repeat {
            guard let key = scanner.key() else { return nil }
            switch scanner.text(in: key) {
            case "type":
                var value = scanner
                if let type = value.string().map({ scanner.text(in: $0.range) }), types.contains(type) { return type }
            case "features" where hasFeatures(scanner): return "FeatureCollection"
            case "locations" where hasFeatures(scanner): return "features in \"locations\""
            default:
                let isOfPlace = [.coordinate, .latitude, .longitude].contains(FixKey.key(in: key, of: scanner))
                if isOfPlace { return nil }
            }
            guard scanner.skipValue() else { return nil }
            scanner.skipWhitespace()
        } while scanner.skip(UInt8(ascii: ","))
        return nil
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
