/// A GeoJSON feature in place of a fix or a point.
struct PointFeature {
    private let scanner: ByteScanner
    private let members: JSONMembers
    private let geometry: JSONMembers?
    private let properties: Range<Int>?

    /// Examines an object, as far as it is available; `nil` if it is not a feature.
    init?(at brace: Int, in scanner: ByteScanner) {
        self.scanner = scanner
        members = JSONMembers(of: brace..<scanner.end, in: scanner)
        guard members.bytes("type") == Array("Feature".utf8) else { return nil }
        geometry = members.nested("geometry").map { JSONMembers(of: $0, in: scanner) }
        properties = members.nested("properties")
    }

    /// Returns the first feature of a text, as far as it is available; `nil` if there is none.
    ///
    /// - Parameter isMeant: Whether a feature counts.
    static func first(
        in scanner: ByteScanner,
        where isMeant: (PointFeature) -> Bool = { _ in true }
    ) -> PointFeature? {
        var next = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0)
        while let brace = next {
            if let feature = PointFeature(at: brace, in: scanner), isMeant(feature) { return feature }
            next = scanner.firstOffset(of: UInt8(ascii: "{"), from: brace + 1)
        }
        return nil
    }

    /// Refuses an input whose first feature has a reference system other than WGS 84, as PostGIS writes in each.
    static func refuseOtherReferenceSystem(
        _ scanner: ByteScanner,
        at location: InputLocation
    ) throws(GeofenceError) {
        guard let feature = first(in: scanner),
            let crs = feature.geometry?.nested("crs") ?? feature.members.nested("crs"),
            let value = scanner.otherReferenceSystem(in: crs)
        else { return }
        throw GeofenceError(
            .unknownFormat,
            ReferenceSystem.message(of: value),
            at: location,
            recovery: ReferenceSystem.recovery
        )
    }

    /// Whether the object at an offset is a feature with a point or without a geometry.
    static func isFix(at brace: Int, in scanner: ByteScanner) -> Bool {
        var (isFeature, isPoint) = (false, true)
        scanner.forEachMember(ofObject: brace) { key, value in
            switch scanner.text(in: key) {
            case "type": isFeature = value.begins(with: #""Feature""#.utf8, at: value.position)
            case "geometry" where value.byte == UInt8(ascii: "{"):
                isPoint = false
                scanner.forEachMember(ofObject: value.position) { key, value in
                    guard scanner.text(in: key) == "type" else { return true }
                    isPoint = value.begins(with: #""Point""#.utf8, at: value.position)
                    return false
                }
            default: break
            }
            return true
        }
        return isFeature && isPoint
    }

    /// The identifier of a point: that of the properties, or else that of the feature.
    var id: [UInt8]? {
        let inner = properties.map { JSONMembers(of: $0, in: scanner) }
        let own = inner?.bytes(ColumnRole.pointID.names) ?? []
        return own.isEmpty ? members.bytes("id") : own
    }

    /// The texts of the latitude and the longitude, empty if they are missing; `nil` if the geometry is not a point.
    var point: (latitude: [UInt8], longitude: [UInt8])? {
        guard let geometry, geometry.bytes("type") == Array("Point".utf8) else { return nil }
        let coordinates = geometry.nested("coordinates").map { scanner.bytes(in: $0).dropFirst().dropLast() } ?? []
        let numbers = coordinates.split(separator: UInt8(ascii: ","))
        guard numbers.count >= 2 else { return ([], []) }
        func text(_ number: ArraySlice<UInt8>) -> [UInt8] { Array(number.trimming { $0 <= .space }) }
        return (text(numbers[1]), text(numbers[0]))
    }

    /// Whether the feature has a geometry, which a receiver without a position leaves out.
    var hasGeometry: Bool { geometry != nil }

    /// Whether the feature has a time, and no radius, with which it would be a geofence.
    var isTimed: Bool {
        guard let properties else { return false }
        var (hasTime, hasRadius) = (false, false)
        scanner.forEachMember(ofObject: properties.lowerBound) { key, _ in
            hasTime = hasTime || FixKey.key(in: key, of: scanner).isTime
            hasRadius = ColumnRole.radius.isNamed(scanner.text(in: key))
            return !hasRadius
        }
        return hasTime && !hasRadius
    }
}
