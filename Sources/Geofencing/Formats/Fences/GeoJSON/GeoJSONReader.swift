/// Reads the features of a GeoJSON input: a FeatureCollection, a Feature, a sequence of them (RFC 8142, with or without
/// record separators), or an array of features.
///
/// What is passed to `retrying` may be called more than once, so it only reads. The reader and the result are changed
/// between these calls.
struct GeoJSONReader {
    let source: JSONSource
    /// The number of threads that parse features; 1 from where they could not agree on where features begin.
    var threads: Int
    private let parser = FeatureParser()
    private var feature = 0
    private(set) var isInCollection = false

    /// - Parameter threads: The number of threads that parse features, at least one.
    init(_ source: JSONSource, threads: Int = 1) {
        self.source = source
        self.threads = threads
    }

    /// The next part of a FeatureCollection.
    private enum Member {
        case features
        case other
        case end
    }

    /// Reads to the end of the input.
    mutating func read(into result: inout ReadGeofences) throws(GeofenceError) {
        while try retrying({ scanner in
            scanner.skipSeparators()
            return !scanner.isAtEnd
        }) {
            do throws(JSONSourceError) {
                try readText(into: &result)
            } catch {
                guard case .problem(let problem) = error else { throw source.error(error) }
                report(problem, into: &result)
                // In a sequence of features, reading resumes on the next line.
                guard !isInCollection else { return result.isWhole = false }
                guard try skipToObject() else { return }
                feature += 1
            }
        }
    }

    /// Reads a unit whose failure ends the reading.
    private func retrying<Result>(
        _ attempt: (inout ByteScanner) throws(FenceProblem) -> Result
    ) throws(GeofenceError) -> Result {
        do {
            return try source.retrying(attempt)
        } catch {
            throw source.error(error)
        }
    }

    /// Skips to the next line that starts with an object; false at the end of the input.
    private func skipToObject() throws(GeofenceError) -> Bool {
        while try retrying({ scanner in
            scanner.position = scanner.firstOffset(of: .lineFeed, from: scanner.position) ?? scanner.end
            scanner.skipLineFeed()
            return !scanner.isAtEnd
        }) {
            if try retrying({ scanner in scanner.byte.beginsObject }) { return true }
        }
        return false
    }

    /// Reads one top-level object or array.
    private mutating func readText(into result: inout ReadGeofences) throws(JSONSourceError) {
        let isArray = try source.retrying { scanner throws(FenceProblem) in scanner.skip(UInt8(ascii: "[")) }
        if isArray {
            isInCollection = true
            try readFeatures(into: &result)
            isInCollection = false
            return
        }
        let isCollection = try source.retrying { scanner throws(FenceProblem) in
            let start = scanner.position
            let isCollection = try Self.isCollection(&scanner)
            scanner.position = start
            return isCollection
        }
        if isCollection { return try readCollection(into: &result) }
        let first = feature
        readAhead(into: &result)
        // After features read ahead, it may be a collection that follows.
        if feature == first { try readFeature(into: &result) }
    }

    /// Reads the collection whose opening brace is at the position.
    private mutating func readCollection(into result: inout ReadGeofences) throws(JSONSourceError) {
        isInCollection = true
        try source.retrying { scanner throws(FenceProblem) in scanner.position += 1 }
        var (isFirst, hasFeatures) = (true, false)
        while true {
            let comesFirst = isFirst
            let member = try source.retrying { scanner throws(FenceProblem) in
                try Self.readMember(&scanner, isFirst: comesFirst)
            }
            isFirst = false
            switch member {
            case .features:
                hasFeatures = true
                try readFeatures(into: &result)
            case .other: break
            case .end:
                isInCollection = false
                guard !hasFeatures else { return }
                try source.retrying { scanner throws(FenceProblem) in
                    throw FenceProblem(
                        .invalidSyntax,
                        "the FeatureCollection ends without \"features\"",
                        at: scanner.position,
                        recovery: "Add the geofences as \"features\": [...]; the array may be empty."
                    )
                }
            }
        }
    }

    /// Reads one member of a collection, up to the bracket of `features`.
    private static func readMember(_ scanner: inout ByteScanner, isFirst: Bool) throws(FenceProblem) -> Member {
        scanner.skipWhitespace()
        if scanner.skip(UInt8(ascii: "}")) { return .end }
        guard isFirst || scanner.skip(UInt8(ascii: ",")) else {
            throw .structure("a comma or a closing brace is missing", at: scanner.position)
        }
        scanner.skipWhitespace()
        let key = try scanner.jsonKey()
        let first = scanner.position
        switch scanner.text(in: key) {
        case "features":
            guard scanner.skip(UInt8(ascii: "[")) else { throw .wrongType("features", "an array", at: first) }
            return .features
        case "crs": try scanner.readReferenceSystem()
        default:
            try scanner.skipMember()
        }
        return .other
    }

    /// Reads the features of a collection, up to the closing bracket.
    private mutating func readFeatures(into result: inout ReadGeofences) throws(JSONSourceError) {
        var isFirst = true
        while true {
            let comesFirst = isFirst
            let isEnd = try source.retrying { scanner throws(FenceProblem) in
                try Self.isEndOfFeatures(&scanner, isFirst: comesFirst)
            }
            if isEnd { return }
            readAhead(into: &result)
            try readFeature(into: &result)
            isFirst = false
        }
    }

    /// Skips to the next feature of a collection, or reads the closing bracket and returns `true`.
    private static func isEndOfFeatures(_ scanner: inout ByteScanner, isFirst: Bool) throws(FenceProblem) -> Bool {
        scanner.skipWhitespace()
        if scanner.skip(UInt8(ascii: "]")) { return true }
        if isFirst { return false }
        guard scanner.skip(UInt8(ascii: ",")) else {
            throw .structure("a comma between two features is missing", at: scanner.position)
        }
        scanner.skipWhitespace()
        return false
    }

    /// Reads the feature at the position; one that is valid JSON but not a geofence is reported and skipped.
    private mutating func readFeature(into result: inout ReadGeofences) throws(JSONSourceError) {
        let parser = parser
        let read = try source.retrying { scanner throws(FenceProblem) in try parser.next(&scanner) }
        add(read, to: &result)
    }

    /// Adds a feature that was read to the result; features must come in order.
    mutating func add(_ read: ReadFeature, to result: inout ReadGeofences) {
        defer { feature += 1 }
        switch read.outcome {
        case .success(let geofence):
            var location = source.location(of: read.start, feature: feature)
            for ring in read.unclosedRings {
                location.geofence = geofence.id.rawValue
                location.ring = ring
                result.findings.append(
                    GeofenceFinding(
                        .warning,
                        .unclosedRing,
                        "the ring was not closed; it has been closed",
                        at: location,
                        recovery: "Repeat its first position at its end."
                    )
                )
            }
            location.geofence = nil
            location.ring = nil
            result.append(geofence, at: location)
        case .failure(let problem): report(problem, identifier: read.identifier, into: &result)
        }
    }

    private func report(_ problem: FenceProblem, identifier: String? = nil, into result: inout ReadGeofences) {
        var location = source.location(of: problem.offset, feature: feature)
        location.geofence = identifier
        result.report(problem.error(at: location))
    }
}
