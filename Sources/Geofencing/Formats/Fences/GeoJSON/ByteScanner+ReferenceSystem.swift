/// What is said of GeoJSON coordinates that are not longitude and latitude on WGS 84.
enum ReferenceSystem {
    static let recovery = "Convert them first: ogr2ogr -t_srs EPSG:4326 -f GeoJSON OUT IN."

    static func message(of value: String) -> String {
        "the coordinates are in a reference system other than WGS 84: \(value.prefix(120))"
    }
}

/// Reads the reference system of GeoJSON coordinates.
extension ByteScanner {
    /// Reads the value of `crs` (GeoJSON 2008) and refuses all but longitude and latitude on WGS 84.
    mutating func readReferenceSystem() throws(FenceProblem) {
        let first = position
        guard skipValue() else { throw .structure("a value is missing or not closed", at: position) }
        guard let value = try readOtherReferenceSystem(in: first..<position) else { return }
        throw FenceProblem(
            .unknownFormat,
            ReferenceSystem.message(of: value),
            at: first,
            recovery: ReferenceSystem.recovery
        )
    }

    /// Returns the value of `crs` that is in a range; `nil` if it is null, or longitude and latitude on WGS 84, which
    /// one that cannot be read is not.
    func otherReferenceSystem(in range: Range<Int>) -> String? {
        do throws(FenceProblem) {
            return try readOtherReferenceSystem(in: range)
        } catch {
            return text(in: range)
        }
    }

    /// Returns the same, and throws for one that cannot be read.
    private func readOtherReferenceSystem(in range: Range<Int>) throws(FenceProblem) -> String? {
        let value = text(in: range)
        guard value != "null" else { return nil }
        var scanner = self
        scanner.position = range.lowerBound
        if let name = try scanner.referenceSystemName(), Self.isWGS84(name) { return nil }
        return value
    }

    /// Returns why features must not be read without a member beside them; `nil` if they may.
    static func referenceSystemObjection(
        _ key: Range<Int>,
        _ value: Range<Int>,
        _ scanner: ByteScanner
    ) -> DocumentProblem.Reason? {
        guard scanner.text(in: key) == "crs" else { return nil }
        return scanner.otherReferenceSystem(in: value).map { .referenceSystem($0) }
    }

    /// Returns the string at the position, or `properties.name` of the object there; `nil` if there is neither.
    private mutating func referenceSystemName() throws(FenceProblem) -> String? {
        if byte == .quote { return try jsonText("crs", accepting: .string) }
        guard try enterMember("properties"), try enterMember("name"), byte == .quote else { return nil }
        return try jsonText("crs", accepting: .string)
    }

    /// Steps to the value of a member of the object at the position; false if there is no such member.
    private mutating func enterMember(_ name: String) throws(FenceProblem) -> Bool {
        guard skip(UInt8(ascii: "{")) else { return false }
        skipWhitespace()
        while byte == .quote {
            let key = try jsonKey()
            if text(in: key) == name { return true }
            guard skipValue() else { return false }
            skipWhitespace()
            _ = skip(UInt8(ascii: ","))
            skipWhitespace()
        }
        return false
    }

    /// Whether a name is `urn:ogc:def:crs:OGC:1.3:CRS84`, `urn:ogc:def:crs:EPSG::4326`, `EPSG:4326` or a similar one.
    private static func isWGS84(_ name: String) -> Bool {
        let parts = name.uppercased().split { $0 == ":" || $0 == "/" }
        guard let last = parts.last else { return false }
        return last == "CRS84" || last == "CRS84H" || (last == "4326" && parts.contains("EPSG"))
    }
}
