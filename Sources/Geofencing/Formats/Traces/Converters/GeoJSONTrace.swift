/// GeoJSON given in place of a trace: loggers write timed points this way, but the names for the time and the device
/// vary.
enum GeoJSONTrace {
    /// The keys of objects whose arrays have the features.
    static let lists: Set = ["features", "locations"]

    private static let types: Set = ["FeatureCollection", "Feature", topology]
    private static let topology = "Topology"

    /// Returns the kind of GeoJSON that an object is by its `type`, or the `locations` that Overland sends; `nil` for
    /// anything else, such as a fix that has these keys too.
    ///
    /// - Parameter brace: The offset of the object, which need not be complete.
    static func kind(of brace: Int, in scanner: ByteScanner) -> String? {
        var kind: String?
        scanner.forEachMember(ofObject: brace) { key, value in
            switch scanner.text(in: key) {
            case "type":
                var value = value
                let type = value.string().map { scanner.text(in: $0.range) }
                if let type, types.contains(type) { kind = type }
            case "features" where hasFeatures(value): kind = "FeatureCollection"
            case "locations" where hasFeatures(value): kind = "features in \"locations\""
            default:
                let isOfPlace = [.coordinate, .latitude, .longitude].contains(FixKey.key(in: key, of: scanner))
                if isOfPlace { return false }
            }
            return kind == nil
        }
        return kind
    }

    /// Whether the first feature of an input has a time, and the first one with a geometry is a point with a time, as
    /// far as they are available. One with a radius is a geofence.
    static func recognizes(_ scanner: ByteScanner) -> Bool {
        guard let first = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0), kind(of: first, in: scanner) != nil
        else { return false }
        guard let feature = PointFeature.first(in: scanner), feature.isTimed else { return false }
        guard let placed = feature.hasGeometry ? feature : PointFeature.first(in: scanner, where: \.hasGeometry) else {
            return false
        }
        return placed.point != nil && placed.isTimed
    }

    /// Whether an array of features is at the position.
    static func hasFeatures(_ scanner: ByteScanner) -> Bool {
        guard let first = scanner.firstObject(ofArrayAt: scanner.position) else { return false }
        return JSONMembers(of: first..<scanner.end, in: scanner).bytes("type") == Array("Feature".utf8)
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
