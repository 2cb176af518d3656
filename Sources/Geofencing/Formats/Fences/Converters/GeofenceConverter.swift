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
        guard kind == .jsonObject || kind == .jsonArray else { return nil }
        self.init(firstObjectFrom: scanner)
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

    /// Converts the contents of an input, and returns where it has waypoints that are places only, without a radius.
    func convert(_ input: InputFile) throws(GeofenceError) -> [Place] {
        var places: [Place] = []
        try input.convert(from: name) { scanner throws(CutDocument) in
            try Self.check(scanner)
            var table = ConvertedTable(header, of: scanner)
            // Each object is examined separately; those nested in it follow later.
            var next = 0
            while let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: next) {
                let members = JSONMembers(of: brace..<scanner.end, in: scanner)
                switch self {
                case .ownTracks: Self.append(waypoint: members, at: brace, to: &table, &places)
                case .traccar: Self.append(geofence: members, at: brace, to: &table)
                }
                next = brace + 1
            }
            return table.text
        }
        return places
    }

    /// A waypoint without a radius.
    struct Place {
        var name: String
        /// The line in the file, from 1.
        var line: Int
    }

    private var header: String {
        switch self {
        case .ownTracks: "id,name,latitude,longitude,radius_m"
        case .traccar: "id,name,area"
        }
    }

    /// Throws unless a text has whole JSON values only, one after the other.
    private static func check(_ scanner: ByteScanner) throws(CutDocument) {
        var scanner = scanner
        if scanner.begins(with: UInt8.byteOrderMark) { scanner.position = UInt8.byteOrderMark.count }
        while true {
            repeat { scanner.skipWhitespace() } while scanner.skip(.recordSeparator)
            guard !scanner.isAtEnd else { return }
            let first = scanner.position
            guard scanner.skipValue() else {
                throw CutDocument(
                    offset: scanner.position,
                    reason: scanner.isTooDeep(since: first) ? .tooDeep : .breaksOff
                )
            }
        }
    }

    /// The identifier is that of `verify`, so that an event log of OwnTracks names the same geofences.
    private static func append(
        waypoint members: JSONMembers,
        at offset: Int,
        to table: inout ConvertedTable,
        _ places: inout [Place]
    ) {
        guard members.bytes("_type") == Array("waypoint".utf8) else { return }
        let name = members.bytes("desc") ?? []
        let radius = members.bytes("rad") ?? []
        // OwnTracks watches no waypoint without a radius; -1 is that of a beacon.
        if radius.isEmpty || Double(parsing: radius).map({ $0 <= 0 }) == true {
            places.append(Place(name: String(decoding: name, as: UTF8.self), line: table.line(at: offset) + 1))
            return
        }
        table.append(
            [members.bytes("rid", "desc") ?? [], name, members.bytes("lat") ?? [], members.bytes("lon") ?? [], radius],
            at: offset
        )
    }

    private static func append(geofence members: JSONMembers, at offset: Int, to table: inout ConvertedTable) {
        guard let area = members.bytes("area") else { return }
        table.append([members.bytes("id") ?? [], members.bytes("name") ?? [], area], at: offset)
    }
}
