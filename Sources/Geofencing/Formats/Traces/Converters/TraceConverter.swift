/// Converts traces of other programs, before they are read, to a format that is read here: CSV, or NDJSON of fixes or
/// of GeoJSON features.
///
/// Values are passed on unchanged, except for JSON escapes, so that the same grammar as everywhere else finds the
/// errors in them. Fixes keep their line numbers.
enum TraceConverter: Sendable, Equatable {
    case geoLife
    case ownTracks
    case gpx
    case googleTimeline
    case geoJSON
    /// What would be NDJSON in another layout.
    case json(JSONLayout)

    /// Replaces `input` with its conversion and returns its format, if it is one of these; otherwise, leaves it
    /// unchanged.
    static func convert(_ input: inout InputFile) throws(GeofenceError) -> TraceConverter? {
        guard let converter = try TraceConverter(input) else { return nil }
        converter.convert(&input)
        // What was in an array or over several lines may have to be converted too.
        guard converter.layout != nil, let inner = try TraceConverter(input), inner.layout == nil else {
            return converter
        }
        inner.convert(&input)
        return inner
    }

    private init?(_ input: InputFile) throws(GeofenceError) {
        let head = try input.peek(RecordReader.headSize)
        guard let converter = withScanner(of: head, { TraceConverter($0) }) else { return nil }
        self = converter
        guard converter == .geoJSON else { return }
        try withScanner(of: head) { scanner throws(GeofenceError) in
            try PointFeature.refuseOtherReferenceSystem(scanner, at: InputLocation(file: input.path))
        }
    }

    private func convert(_ input: inout InputFile) {
        let device = Array(device(of: input.path).utf8)
        let converter: any PieceConverter =
            switch self {
            case .geoLife: GeoLifeConverter(device: device)
            case .ownTracks: OwnTracksConverter(device: device)
            case .gpx: GPXConverter(device: device)
            case .googleTimeline:
                ElementConverter(
                    of: GoogleTimelineConverter.lists,
                    GoogleTimelineConverter.conversion(device: device)
                )
            case .geoJSON:
                ElementConverter(of: GeoJSONTrace.lists, objection: ByteScanner.referenceSystemObjection)
            case .json(.list(let key)): ElementConverter(of: [key], objection: FixList.objection(to: key))
            case .json: ElementConverter()
            }
        input = InputFile(ConvertedInput(input, name, header: header, by: converter))
    }

    /// The line with the columns of the rows that fixes become; empty if they become objects.
    private var header: [UInt8] {
        switch self {
        case .geoLife, .gpx, .googleTimeline: Array(FixWriter.columns.utf8) + [.lineFeed]
        case .ownTracks, .geoJSON, .json: []
        }
    }

    /// Detects the format of an input from its beginning; `nil` if no conversion is needed.
    init?(_ scanner: ByteScanner) {
        guard let start = scanner.firstOffsetOfText else { return nil }
        let first = scanner[start]
        if scanner.begins(with: "Geolife trajectory".utf8, at: start) {
            self = .geoLife
        } else if first == UInt8(ascii: "<"), scanner.hasTag("gpx") || scanner.hasTag("gpx/") {
            self = .gpx
        } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            self.init(json: scanner, isArray: first == UInt8(ascii: "["))
        } else if first.isDigit {
            // The OwnTracks recorder writes a time, a tab, the kind, and a tab before the object.
            var next = scanner.firstOffset(of: UInt8(ascii: "{"), from: 1)
            while let offset = next, scanner[offset - 1] != .tab {
                next = scanner.firstOffset(of: UInt8(ascii: "{"), from: offset + 1)
            }
            guard let brace = next else { return nil }
            self.init(scanner, object: brace, isBare: false)
        } else {
            return nil
        }
    }

    /// Detects the format of JSON from its first object, as far as it is available.
    private init?(json scanner: ByteScanner, isArray: Bool) {
        let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0)
        if isArray {
            let keys = scanner.keys(to: scanner.end)
            if keys.contains("startTime"), !Self.phoneTimelineKeys.isDisjoint(with: keys) {
                self = .googleTimeline
                return
            }
        } else if let brace, let key = FixList.key(ofObjectAt: brace, in: scanner) {
            self = .json(.list(key))
            return
        } else if let brace, let known = TraceConverter(scanner, object: brace, isBare: true) {
            self = known
            return
        }
        if GeoJSONTrace.recognizes(scanner) {
            self = .geoJSON
        } else if let layout = JSONLayout(scanner) {
            self = .json(layout)
        } else {
            return nil
        }
    }

    /// Detects the format from the keys of the first object, as far as it is available; keys inside its values do not
    /// count.
    private init?(_ scanner: ByteScanner, object brace: Int, isBare: Bool) {
        var scanner = scanner
        scanner.position = brace + 1
        var (isTimeline, isFix) = (false, false)
        var isMore = true
        while isMore, let key = scanner.key() {
            let name = scanner.text(in: key)
            isTimeline = isTimeline || Self.beginsTimeline(name, scanner)
            isFix = isFix || FixKey.key(in: key, of: scanner) != .other
            let first = scanner.position
            let isThere = scanner.skipValue()
            if isThere, name == "_type", Self.ownTracksTypes.contains(scanner.text(in: first..<scanner.position)),
                scanner.lineFeeds(in: brace..<scanner.position) == 0
            {
                self = .ownTracks
                return
            }
            scanner.skipWhitespace()
            isMore = isThere && scanner.skip(UInt8(ascii: ","))
        }
        // A fix may have such an array too; then other fixes follow.
        guard isBare, isTimeline, !isFix else { return nil }
        if scanner.skip(UInt8(ascii: "}")) {
            scanner.skipWhitespace()
            if scanner.skip(UInt8(ascii: "{")) {
                guard let key = scanner.key(), Self.beginsTimeline(scanner.text(in: key), scanner) else { return nil }
            }
        }
        self = .googleTimeline
    }

    /// Whether a member of an object, whose value is at the scanner's position, contains positions of Google Timeline.
    private static func beginsTimeline(_ key: String, _ scanner: ByteScanner) -> Bool {
        GoogleTimelineConverter.lists.contains(key) && scanner.byte == UInt8(ascii: "[")
            && !GeoJSONTrace.hasFeatures(scanner) && !FixList.begins(scanner)
    }

    /// What the objects of an iPhone's Google Timeline, which is an array, have besides their times.
    private static let phoneTimelineKeys: Set = ["visit", "activity", "timelinePath", "timelineMemory"]

    /// The values that OwnTracks has for `_type`, with the quotes.
    private static let ownTracksTypes = Set(
        [
            "beacon", "card", "cmd", "configuration", "dump", "encrypted", "location", "lwt", "message", "msg",
            "request", "status", "steps", "transition", "waypoint", "waypoints",
        ].map { "\"\($0)\"" }
    )

    /// The name of the format in messages.
    var name: String {
        switch self {
        case .geoLife: "GeoLife trace"
        case .ownTracks: "OwnTracks trace"
        case .gpx: "GPX"
        case .googleTimeline: "Google Timeline"
        case .geoJSON: "GeoJSON"
        case .json: "JSON"
        }
    }

    /// What the text that is read is.
    var source: FixParser.Source { self == .geoJSON || layout != nil ? .elements : .conversion }

    /// The layout of JSON whose objects are read as they are, but one on each line.
    var layout: JSONLayout? {
        if case .json(let layout) = self { layout } else { nil }
    }

    /// The reason why there may be no fix in the file.
    var emptiness: String {
        switch self {
        case .geoLife: "no lines found after the header of the GeoLife trace"
        case .ownTracks: "no OwnTracks message of type location found; encrypted messages cannot be read"
        case .gpx: "no track points (trkpt) found in the GPX; waypoints and routes are not read"
        case .googleTimeline:
            "this looks like a Google Timeline, but no place in it has latitudeE7 and longitudeE7, LatLng or point"
        case .geoJSON: "no feature of the GeoJSON has a point"
        case .json: TraceReader.noRecord
        }
    }

    /// Returns the device of a file that does not name one: the file name without its extension and `.gz`. For
    /// GeoLife's `Data/000/Trajectory/20081023025304.plt`, it is the folder `000`.
    func device(of path: String) -> String {
        var parts = path.split(separator: "/").map(String.init)
        let file = parts.popLast() ?? path
        if self == .geoLife, parts.last == "Trajectory", parts.count > 1 { return parts[parts.count - 2] }
        if file == "-" { return "default" }
        let name = file.count > 3 && file.lowercased().hasSuffix(".gz") ? file.dropLast(3) : file[...]
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
        return String(name[..<dot])
    }
}
