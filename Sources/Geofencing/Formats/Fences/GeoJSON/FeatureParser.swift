/// What a `FeatureParser` found in one feature.
struct ReadFeature: Sendable {
    /// The geofence, or why the feature is none.
    var outcome: Result<Geofence, FenceProblem>
    /// The offset at which the feature starts.
    var start: Int
    /// The rings that were not closed.
    var unclosedRings: [Int] = []
    /// The identifier of a feature that is no geofence, if it was read that far.
    var identifier: String?
}

/// Reads GeoJSON features one at a time, reusing its memory.
final class FeatureParser {
    private typealias Owner = FeatureValues.Owner

    private var arrays = CoordinateArrays()
    private var draft = FenceDraft()
    private var geometryType: String?
    private var geometryTypeOffset = 0
    private var hasCoordinates = false
    /// Whether the object being read has no type and no properties, so that its members are what properties are.
    private var isBare = false

    /// The rings of the last feature that were not closed.
    private var unclosedRings: [Int] = []

    /// Reads the feature at the position; one that is valid JSON but not a geofence is skipped. What was read before
    /// has no effect, so this can be repeated.
    ///
    /// - Throws: The problem if the text is broken, so that the end of the feature is unknown.
    func next(_ scanner: inout ByteScanner) throws(FenceProblem) -> ReadFeature {
        let start = scanner.position
        guard scanner.byte == UInt8(ascii: "{") else {
            guard scanner.skipValue() else { throw .structure("a feature is missing", at: scanner.position) }
            let problem = FenceProblem.wrongType("features", "an array of objects", at: start)
            return ReadFeature(outcome: .failure(problem), start: start)
        }
        do throws(FenceProblem) {
            let geofence = try parse(&scanner)
            return ReadFeature(outcome: .success(geofence), start: start, unclosedRings: unclosedRings)
        } catch {
            guard !error.isStructural else { throw error }
            scanner.position = start
            guard scanner.skipValue() else {
                throw .structure("the feature is not closed, or is nested too deeply", at: scanner.position)
            }
            return ReadFeature(outcome: .failure(error), start: start, identifier: draft.identifier)
        }
    }

    /// Reads the feature whose opening brace is at the position.
    private func parse(_ scanner: inout ByteScanner) throws(FenceProblem) -> Geofence {
        let first = scanner.position
        // A local variable: each access to a property of the parser would be checked for exclusivity.
        var values = FeatureValues()
        reset()
        try readObject(&scanner, into: &values, of: .feature)
        if isBare, hasCoordinates {
            scanner.position = first
            values = FeatureValues()
            reset()
            try readObject(&scanner, into: &values, of: .properties)
        }
        try makeShape()
        try values.fill(&draft, from: scanner)
        return try draft.geofence(at: first)
    }

    private func reset() {
        draft = FenceDraft()
        geometryType = nil
        hasCoordinates = false
        unclosedRings = []
        isBare = true
    }

    private func readObject(
        _ scanner: inout ByteScanner,
        into values: inout FeatureValues,
        of owner: Owner
    ) throws(FenceProblem) {
        scanner.position += 1
        scanner.skipWhitespace()
        if scanner.skip(UInt8(ascii: "}")) { return }
        var seen: UInt64 = 0
        while true {
            scanner.skipWhitespace()
            let name = try scanner.jsonKey()
            if let spelling = FeatureKey.table.key(in: name, of: scanner) {
                if seen & spelling.bit != 0 { throw .twice(scanner.text(in: name), at: name.lowerBound - 1) }
                if try readValue(of: spelling.key, named: name, in: owner, &scanner, into: &values) {
                    seen |= spelling.bit
                }
            } else {
                try scanner.skipMember()
            }
            scanner.skipWhitespace()
            if scanner.skip(UInt8(ascii: ",")) { continue }
            guard scanner.skip(UInt8(ascii: "}")) else {
                throw .structure("a comma or a closing brace is missing", at: scanner.position)
            }
            return
        }
    }

    /// Reads the value of a key; false if the key has no meaning in that object.
    private func readValue(
        of key: FeatureKey,
        named name: Range<Int>,
        in owner: Owner,
        _ scanner: inout ByteScanner,
        into values: inout FeatureValues
    ) throws(FenceProblem) -> Bool {
        switch (key, owner) {
        case (.geometry, .properties) where isBare:
            return try readValue(of: key, named: name, in: .feature, &scanner, into: &values)
        case (.crs, .properties) where isBare: try scanner.readReferenceSystem()
        case (.type, .feature):
            isBare = false
            let first = scanner.position
            let type = try scanner.jsonText("type", accepting: .string)
            guard type == "Feature" else {
                throw FenceProblem(
                    .invalidSyntax,
                    "the type is \"\(type?.shortened ?? "null")\", not \"Feature\"",
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
            isBare = false
            try readMember("properties", &scanner, into: &values, of: .properties)
        case (.geometry, .feature):
            draft.shapeOffset = scanner.position
            try readMember("geometry", &scanner, into: &values, of: .geometry)
        case (.coordinates, .geometry):
            hasCoordinates = true
            draft.shapeOffset = scanner.position
            try arrays.read(&scanner)
        case (.policy, .properties):
            let first = scanner.position
            draft.policy.name = try scanner.jsonText("properties.policy", accepting: .string).map { ($0, first) }
        case (.threshold(let threshold), .properties):
            let first = scanner.position
            draft.policy.thresholds[threshold] = try scanner.jsonNumber("properties.\(threshold.rawValue)").map {
                ($0, first)
            }
        default: return try values.read(key, at: FeatureValues.Key(name: name, owner: owner), &scanner)
        }
        return true
    }

    /// Reads an object, or skips `null`.
    private func readMember(
        _ name: String,
        _ scanner: inout ByteScanner,
        into values: inout FeatureValues,
        of owner: Owner
    ) throws(FenceProblem) {
        if scanner.byte == UInt8(ascii: "{") { return try readObject(&scanner, into: &values, of: owner) }
        let first = scanner.position
        try scanner.skipMember()
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
                "the coordinates of a \(geometryType) need \(depth) levels of arrays around each position, not \(found)",
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

    /// Returns the number of levels of arrays around the positions of a geometry type.
    private func depth(of geometryType: String) throws(FenceProblem) -> Int {
        switch geometryType {
        case "Point", "Circle": return 0
        case "Polygon": return 2
        case "MultiPolygon": return 3
        default:
            throw FenceProblem(
                .invalidPolygon,
                "a \(geometryType.shortened) cannot be a geofence",
                at: geometryTypeOffset,
                recovery: "Use Polygon, MultiPolygon, or Point with properties.radius_m; split a GeometryCollection."
            )
        }
    }
}
