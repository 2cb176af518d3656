/// Converts geofences of other programs, before they are read, to CSV.
///
/// Values are passed on unchanged, except for JSON escapes, so that the same grammar as everywhere else finds the
/// errors in them. Geofences keep their line numbers.
enum GeofenceConverter: Sendable {
    /// Waypoints of OwnTracks: single ones, or all of a device as it exports them.
    case ownTracks
    /// The objects that Traccar's `/api/geofences` returns.
    case traccar

    /// Detects the format of an input of a kind from the keys of its first object; `nil` if no conversion is needed.
    init?(_ kind: ContentKind, _ scanner: ByteScanner) {
        guard kind.isJSON else { return nil }
        self.init(firstObjectFrom: scanner)
        // Beside a place or a shape, an area is not one of Traccar, as in a table.
        if self == .traccar, GeofenceObjects.begin(kind, scanner) { return nil }
    }

    private init?(firstObjectFrom scanner: ByteScanner) {
        guard let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: scanner.position) else { return nil }
        var found: GeofenceConverter?
        var isFeature = false
        scanner.forEachMember(ofObject: brace) { key, value in
            switch scanner.text(in: key) {
            case "_type" where value.begins(with: Array(#""waypoint"#.utf8), at: value.position): found = .ownTracks
            // Also in the export of a whole configuration.
            case "waypoints" where GeofenceConverter(firstObjectFrom: value) == .ownTracks: found = .ownTracks
            case "area" where value.byte == .quote: found = .traccar
            case "type", "geometry", "properties": isFeature = true
            default: break
            }
            return true
        }
        guard let found, !isFeature else { return nil }
        self = found
    }

    /// The name of the format in messages.
    var name: String {
        switch self {
        case .ownTracks: "OwnTracks export"
        case .traccar: "Traccar export"
        }
    }

    /// Converts the contents of an input, and returns what the table does not have.
    func convert(_ input: InputFile) throws(GeofenceError) -> ConvertedGeofences {
        var result = ConvertedGeofences()
        try input.convert(from: name) { scanner throws(DocumentProblem) in
            var lines = LineCounter(scanner)
            var table = Array(header.utf8)
            try scanner.forEachElement { element in
                // Each object is examined separately; those nested in it follow later.
                var next = element.lowerBound
                while let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: next, to: element.upperBound) {
                    next = brace + 1
                    let members = JSONMembers(of: brace..<element.upperBound, in: scanner)
                    guard let row = row(of: members) else { continue }
                    let line = lines.line(at: brace) + 1
                    if let key = members.repeated(where: keys.contains) {
                        result.omissions.append(.init(problem: .twice(key, at: brace), line: line))
                    } else if isPlace(row) {
                        let problem = Self.missingRadius(of: String(decoding: row[1], as: UTF8.self), at: brace)
                        result.omissions.append(.init(problem: problem, line: line, severity: .warning))
                    } else {
                        table.append(row: row)
                        result.lines.append(line)
                    }
                }
            }
            return table
        }
        return result
    }

    /// The keys that are read.
    private var keys: [String] {
        switch self {
        case .ownTracks: ["_type", "rid", "desc", "lat", "lon", "rad"]
        case .traccar: ["id", "name", "area"]
        }
    }

    private var header: String {
        switch self {
        case .ownTracks: "id,name,latitude,longitude,radius_m\n"
        case .traccar: "id,name,area\n"
        }
    }

    /// Returns the row of a JSON object; `nil` if it is no geofence.
    ///
    /// The identifiers are those of `verify`, so that event logs of these programs name the same geofences.
    private func row(of members: JSONMembers) -> [[UInt8]]? {
        switch self {
        case .ownTracks:
            guard members.bytes("_type") == Array("waypoint".utf8) else { return nil }
            return [members.bytes("rid", "desc") ?? [], members.bytes("desc")?.onOneLine ?? []]
                + ["lat", "lon", "rad"].map { members.bytes($0) ?? [] }
        case .traccar:
            guard let area = members.bytes("area") else { return nil }
            return [members.bytes("id") ?? [], members.bytes("name")?.onOneLine ?? [], area]
        }
    }

    private static func missingRadius(of name: String, at offset: Int) -> FenceProblem {
        FenceProblem(
            .invalidRadius,
            "the waypoint \"\(name.shortened)\" has no radius, so it is left out",
            at: offset,
            recovery: "Give it a radius in OwnTracks if it is a region."
        )
    }

    /// Whether a row is of a waypoint without a radius, which OwnTracks does not watch; -1 is that of a beacon.
    private func isPlace(_ row: [[UInt8]]) -> Bool {
        guard self == .ownTracks, let radius = row.last else { return false }
        return radius.isEmpty || Double(parsing: radius).map { $0 <= 0 } == true
    }
}
