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
        guard let value = otherReferenceSystem(in: first..<position) else { return }
        throw FenceProblem(
            .unknownFormat,
            ReferenceSystem.message(of: value),
            at: first,
            recovery: ReferenceSystem.recovery
        )
    }

    /// Returns the value of `crs` that is in a range; `nil` if it is null, or longitude and latitude on WGS 84.
    func otherReferenceSystem(in range: Range<Int>) -> String? {
        if isNull(in: range) { return nil }
        let properties = JSONMembers(of: range, in: self).nested("properties")
        let name = properties.map { JSONMembers(of: $0, in: self).bytes("name") } ?? value(in: range)
        return name.map { Self.isWGS84(String(decoding: $0, as: UTF8.self)) } == true ? nil : text(in: range)
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

    /// Whether a name is `urn:ogc:def:crs:OGC:1.3:CRS84`, `urn:ogc:def:crs:EPSG::4326`, `EPSG:4326` or a similar one.
    private static func isWGS84(_ name: String) -> Bool {
        let parts = name.uppercased().split { $0 == ":" || $0 == "/" }
        guard let last = parts.last else { return false }
        return last == "CRS84" || last == "CRS84H" || (last == "4326" && parts.contains("EPSG"))
    }
}
