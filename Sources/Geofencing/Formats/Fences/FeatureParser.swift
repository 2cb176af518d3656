/// Reads GeoJSON features one at a time; its memory is reused from one to the next.
final class FeatureParser {
    /// The object that keys belong to.
    private enum Owner {
        case feature
        case properties
        case geometry
    }

    private var arrays = CoordinateArrays()
    private var draft = FenceDraft()
    private var geometryType: String?
    private var geometryTypeOffset = 0
    private var hasCoordinates = false

    /// Rings of the last feature that were not closed.
    private(set) var unclosedRings: [Int] = []

    /// Reads the feature at the position, which is at its opening brace.
    func parse(_ scanner: inout ByteScanner) throws(FenceProblem) -> Geofence {
        draft = FenceDraft()
        geometryType = nil
        hasCoordinates = false
        unclosedRings = []
        let first = scanner.position
        try readObject(&scanner, of: .feature)
        try makeShape()
        return try draft.geofence(at: first)
    }

    /// The identifier of the last feature, as far as it was read.
    var identifier: String? { draft.propertyID ?? draft.featureID }

    private func readObject(_ scanner: inout ByteScanner, of owner: Owner) throws(FenceProblem) {
        scanner.position += 1
        scanner.skipWhitespace()
        if scanner.skip(UInt8(ascii: "}")) { return }
        while true {
            scanner.skipWhitespace()
            let key = try scanner.jsonKey()
            if let key = FeatureKey.table.key(in: key, of: scanner) {
                try readValue(of: key, in: owner, &scanner)
            } else {
                try skip(&scanner)
            }
            scanner.skipWhitespace()
            if scanner.skip(UInt8(ascii: ",")) { continue }
            guard scanner.skip(UInt8(ascii: "}")) else {
                throw .structure("a comma or a closing brace is missing", at: scanner.position)
            }
            return
        }
    }

    private func skip(_ scanner: inout ByteScanner) throws(FenceProblem) {
        guard scanner.skipValue() else {
            throw .structure(
                "a value is missing, not closed or nested more than \(ByteScanner.depthLimit) deep",
                at: scanner.position
            )
        }
    }

    private func readValue(
        of key: FeatureKey,
        in owner: Owner,
        _ scanner: inout ByteScanner
    ) throws(FenceProblem) {
        switch (key, owner) {
        case (.type, .feature):
            let first = scanner.position
            let type = try scanner.jsonText("type", accepting: .string)
            guard type == "Feature" else {
                throw FenceProblem(
                    .invalidSyntax,
                    "the type is \"\(type ?? "null")\", not \"Feature\"",
                    at: first,
                    recovery: "Wrap a geometry in a Feature with properties.id."
                )
            }
        case (.type, .geometry):
            geometryTypeOffset = scanner.position
            geometryType = try scanner.jsonText("type", accepting: .string)
        case (.id, .feature): draft.featureID = try scanner.jsonText("id", accepting: .stringOrNumber)
        case (.id, .properties): draft.propertyID = try scanner.jsonText("properties.id", accepting: .stringOrNumber)
        case (.name, .properties): draft.name = try scanner.jsonText("properties.name", accepting: .stringOrNumber)
        case (.crs, .feature), (.crs, .geometry): try scanner.readReferenceSystem()
        case (.properties, .feature):
            try readMember("properties", &scanner, of: .properties)
        case (.geometry, .feature):
            draft.shapeOffset = scanner.position
            try readMember("geometry", &scanner, of: .geometry)
        case (.coordinates, .geometry):
            hasCoordinates = true
            draft.shapeOffset = scanner.position
            try arrays.read(&scanner)
        case (.radiusMeters, _): draft.radiusMeters = try scanner.jsonNumber("radius_m") ?? draft.radiusMeters
        case (.radius, _): draft.radius = try scanner.jsonNumber("radius") ?? draft.radius
        case (.radiusUnits, _):
            draft.radiusUnits = try scanner.jsonText("radius_units", accepting: .string) ?? draft.radiusUnits
        case (.notifyOnEntry, .properties):
            draft.notifyOnEntry = try scanner.jsonBoolean("properties.notifyOnEntry") ?? true
        case (.notifyOnExit, .properties):
            draft.notifyOnExit = try scanner.jsonBoolean("properties.notifyOnExit") ?? true
        case (.isActive, .properties): draft.isActive = try scanner.jsonBoolean("properties.isActive") ?? true
        case (.policy, .properties):
            let first = scanner.position
            draft.policy.name = try scanner.jsonText("properties.policy", accepting: .string).map { ($0, first) }
        case (.threshold(let threshold), .properties):
            let first = scanner.position
            draft.policy.thresholds[threshold] = try scanner.jsonNumber("properties.\(threshold.rawValue)").map {
                ($0, first)
            }
        default: try skip(&scanner)
        }
    }

    /// Reads an object or steps over `null`.
    private func readMember(
        _ name: String,
        _ scanner: inout ByteScanner,
        of owner: Owner
    ) throws(FenceProblem) {
        if scanner.byte == UInt8(ascii: "{") { return try readObject(&scanner, of: owner) }
        let first = scanner.position
        try skip(&scanner)
        guard scanner.isNull(in: first..<scanner.position) else {
            throw .wrongType(name, "an object", at: first)
        }
    }

    private func makeShape() throws(FenceProblem) {
        guard let geometryType else {
            guard hasCoordinates else { return }
            throw FenceProblem(
                .invalidSyntax,
                "the geometry has no type",
                at: draft.shapeOffset,
                recovery: "Give it the type Polygon, MultiPolygon or Point."
            )
        }
        let depth = try depth(of: geometryType)
        guard hasCoordinates, let found = arrays.depth else {
            throw FenceProblem(
                .invalidSyntax,
                "the geometry has no coordinates",
                at: draft.shapeOffset,
                recovery: "Give it coordinates."
            )
        }
        if arrays.coordinates.isEmpty {
            throw FenceProblem(
                .invalidPolygon,
                "the \(geometryType) is empty",
                at: draft.shapeOffset,
                recovery: "Leave the feature out, or give it coordinates."
            )
        }
        guard found == depth else {
            throw FenceProblem(
                .invalidSyntax,
                "the coordinates of a \(geometryType) have \(depth) levels of arrays around a position, not \(found)",
                at: draft.shapeOffset,
                recovery: "Check the brackets, or the type."
            )
        }
        if depth == 0 {
            draft.shape = .point(arrays.coordinates[0])
            return
        }
        let (polygons, unclosed) = try arrays.polygons(at: draft.shapeOffset)
        unclosedRings = unclosed
        draft.shape = depth == 2 ? .polygon(polygons[0]) : .multiPolygon(polygons)
    }

    /// How many levels of arrays are around the positions of a type of geometry.
    private func depth(of geometryType: String) throws(FenceProblem) -> Int {
        switch geometryType {
        case "Point", "Circle": return 0
        case "Polygon": return 2
        case "MultiPolygon": return 3
        default:
            throw FenceProblem(
                .invalidPolygon,
                "a \(geometryType) cannot be a geofence",
                at: geometryTypeOffset,
                recovery: "Use Polygon, MultiPolygon, or Point with properties.radius_m; split a GeometryCollection."
            )
        }
    }
}
