/// A GeoJSON feature in place of a fix.
struct PointFeature {
    private typealias Member = (key: Range<Int>, value: Range<Int>)

    private let scanner: ByteScanner
    private let geometry: [Member]
    private let properties: [Member]

    /// Examines an object, as far as it is available; `nil` if it is not a feature.
    init?(at brace: Int, in scanner: ByteScanner) {
        let members = Self.members(of: brace, in: scanner)
        guard Self.value("type", members, scanner) == Array(#""Feature""#.utf8) else { return nil }
        self.scanner = scanner
        func inner(_ name: String) -> [Member] {
            members.first { scanner.text(in: $0.key) == name }
                .map { Self.members(of: $0.value.lowerBound, in: scanner) } ?? []
        }
        geometry = inner("geometry")
        properties = inner("properties")
    }

    /// Whether the feature has a point and a time, and no radius, with which it would be a geofence.
    var isTimedPoint: Bool {
        isPoint && !roles.isDisjoint(with: [.time, .timeMilliseconds])
            && !properties.contains { ColumnRole.radius.isNamed(scanner.text(in: $0.key)) }
    }

    /// Returns the object of the fix, which has no place if the feature has no geometry; `nil` for another geometry
    /// than a point.
    ///
    /// - Parameter device: The device, if the feature does not name one.
    func fix(of device: [UInt8]) -> [UInt8]? {
        guard isPoint || geometry.isEmpty else { return nil }
        var fix = Array(#"{"latitude":"#.utf8) + coordinate(1) + Array(#","longitude":"#.utf8) + coordinate(0)
        if roles.isDisjoint(with: [.device, .source, .user, .fallbackDevice]) {
            fix += Array(#","device":"#.utf8)
            fix.append(jsonString: device)
        }
        for member in properties {
            let role = FixKey.key(in: member.key, of: scanner)
            // The place is that of the geometry.
            if [.coordinate, .latitude, .longitude].contains(role) { continue }
            fix += Array(#",""#.utf8) + scanner.bytes(in: member.key) + Array(#"":"#.utf8)
            fix += scanner.bytes(in: member.value)
        }
        return fix + [UInt8(ascii: "}")]
    }

    private var isPoint: Bool { Self.value("type", geometry, scanner) == Array(#""Point""#.utf8) }

    /// The keys of a fix that the properties have.
    private var roles: Set<FixKey> { Set(properties.map { FixKey.key(in: $0.key, of: scanner) }) }

    /// Returns the text of a number of the point: 0 is its longitude, 1 its latitude.
    private func coordinate(_ number: Int) -> [UInt8] {
        let text = Self.value("coordinates", geometry, scanner) ?? []
        let numbers = text.dropFirst().dropLast().split(separator: UInt8(ascii: ","))
        return numbers.indices.contains(number) ? Array(numbers[number]) : Array("null".utf8)
    }

    private static func value(_ name: String, _ members: [Member], _ scanner: ByteScanner) -> [UInt8]? {
        members.first { scanner.text(in: $0.key) == name }.map { scanner.bytes(in: $0.value) }
    }

    /// Returns the members of an object; none if there is no object.
    private static func members(of brace: Int, in scanner: ByteScanner) -> [Member] {
        var members: [Member] = []
        scanner.forEachMember(ofObject: brace) { key, value in
            var rest = value
            _ = rest.skipValue()
            members.append((key, value.position..<rest.position))
            return true
        }
        return members
    }
}
