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
