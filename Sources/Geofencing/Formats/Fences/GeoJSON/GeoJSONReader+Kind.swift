// Recognizing a collection, a feature, and what programs write in place of them.
extension GeoJSONReader {
    /// Whether an array begins with a feature, as far as it is available, or is empty.
    static func isArrayOfFeatures(_ scanner: ByteScanner) -> Bool {
        scanner.hasOnlyEmptyArrays || !Set(scanner.keys()).isDisjoint(with: ["geometry", "properties"])
    }

    /// Whether the object at the position is a collection, according to the first key that shows it.
    static func isCollection(_ scanner: inout ByteScanner) throws(FenceProblem) -> Bool {
        let start = scanner.position
        guard scanner.skip(UInt8(ascii: "{")) else {
            throw .structure("this is not a JSON object", at: scanner.position)
        }
        while true {
            scanner.skipWhitespace()
            if scanner.byte == UInt8(ascii: "}") { throw notGeoJSON(scanner, at: start) }
            let key = try scanner.jsonKey()
            switch scanner.text(in: key) {
            case "features": return true
            case "geometry", "properties": return false
            case "geometryType"
            where scanner.text(in: (scanner.position..<scanner.end).prefix(5)) == "\"esri":
                throw FenceProblem(
                    .unknownFormat,
                    "this is Esri JSON, not GeoJSON",
                    at: start,
                    recovery: "Ask the service for f=geojson, or convert it: `ogr2ogr -f GeoJSONSeq OUT IN`."
                )
            case "osm3s":
                throw FenceProblem(
                    .unknownFormat,
                    "this is Overpass API JSON, not GeoJSON",
                    at: start,
                    recovery: "Export it as GeoJSON in overpass turbo, or convert it: `osmtogeojson IN > OUT`."
                )
            case "coordinates", "geometries":
                throw FenceProblem(
                    .invalidSyntax,
                    "this is a bare geometry, not a Feature",
                    at: start,
                    recovery: "Wrap it in a Feature with properties.id."
                )
            case "type": return try isCollectionType(&scanner, at: start)
            default:
                try scanner.skipMember()
            }
            scanner.skipWhitespace()
            guard scanner.skip(UInt8(ascii: ",")) else { throw notGeoJSON(scanner, at: start) }
        }
    }

    /// Reads the type of the object at `start` and returns whether it is that of a collection.
    private static func isCollectionType(_ scanner: inout ByteScanner, at start: Int) throws(FenceProblem) -> Bool {
        let first = scanner.position
        switch try scanner.jsonText("type", accepting: .string) {
        case "FeatureCollection": return true
        case "Feature": return false
        case "Topology":
            throw FenceProblem(
                .unknownFormat,
                "this is TopoJSON",
                at: start,
                recovery: "Convert it: `ogr2ogr -f GeoJSONSeq OUT IN`."
            )
        case let other:
            throw FenceProblem(
                .invalidSyntax,
                "the type is \"\(other?.shortened ?? "null")\", not FeatureCollection or Feature",
                at: first,
                recovery: "Give GeoJSON features; wrap a bare geometry in a Feature with properties.id."
            )
        }
    }

    /// Returns the problem of an object, of which at least the keys are available that were read.
    private static func notGeoJSON(_ scanner: ByteScanner, at offset: Int) -> FenceProblem {
        let beginning = scanner.text(in: (offset..<scanner.position).prefix(RecordReader.headSize))
        return FenceProblem(
            .unknownFormat,
            "this JSON object is not GeoJSON",
            at: offset,
            recovery: beginning.contains("\"Feature\"")
                ? "Give the features in it, as `jq -c '.. | objects | select(.type == \"Feature\")' FILE` does."
                : GeofenceObjects.shapeAdvice(about: offset..<scanner.position, in: scanner)
                    ?? "Give features of GeoJSON, or objects or CSV with id, latitude, longitude and radius_m."
        )
    }
}
