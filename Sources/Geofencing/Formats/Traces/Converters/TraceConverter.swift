/// Turns the traces of other programs into what is read here, before it is read: CSV, or NDJSON of fixes.
///
/// Such a file is in memory as a whole while it is converted. Its values are passed on as they stand, so that what is wrong
/// with one is found by the same grammar as everywhere. Formats of lines keep the numbers of their lines.
enum TraceConverter: Sendable {
    case geoLife
    case ownTracks
    case gpx
    case googleTimeline

    static let header = "device_id,timestamp,latitude,longitude,horizontal_accuracy\n"

    /// Converts what `input` has to give if it is of one of these formats; leaves it as it is otherwise.
    static func convert(_ input: InputFile) throws(GeofenceError) {
        let converter = try withScanner(of: input.peek(RecordReader.headSize)) { scanner in TraceConverter(scanner) }
        guard let converter else { return }
        var bytes = try input.readAll()
        let count = bytes.count
        bytes.appendPadding()
        let device = Array(TraceConverter.device(of: input.path).utf8)
        let converted = withScanner(of: bytes, count: count) { scanner in
            switch converter {
            case .geoLife: GeoLifeConverter.csv(of: scanner, device: device)
            case .ownTracks: OwnTracksConverter.ndjson(of: scanner, device: device)
            case .gpx: GPXConverter.csv(of: scanner, device: device)
            case .googleTimeline: GoogleTimelineConverter.csv(of: scanner, device: device)
            }
        }
        input.replaceRead(with: converted)
    }

    /// The format of an input that begins like this; `nil` for what needs no conversion.
    private init?(_ scanner: ByteScanner) {
        let head = scanner.text(in: 0..<min(scanner.end, 4096))
        let start = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if start.hasPrefix("Geolife trajectory") {
            self = .geoLife
        } else if start.hasPrefix("<"), head.contains("<gpx") {
            self = .gpx
        } else if start.hasPrefix("{\"_type\"") || head.prefix(512).contains("\t{\"_type\"") {
            self = .ownTracks
        } else if start.hasPrefix("{"),
            ["\"locations\"", "\"semanticSegments\"", "\"rawSignals\""].contains(where: head.prefix(512).contains)
        {
            self = .googleTimeline
        } else {
            return nil
        }
    }

    /// The device that a file is of, which has no other name: that of the file without its endings. GeoLife's are
    /// `Data/000/Trajectory/20081023025304.plt`, where it is the folder `000`.
    static func device(of path: String) -> String {
        var parts = path.split(separator: "/").map(String.init)
        let file = parts.popLast() ?? path
        if parts.last == "Trajectory", parts.count > 1 { return parts[parts.count - 2] }
        let name = file.split(separator: ".", omittingEmptySubsequences: true).first.map(String.init) ?? file
        return name == "-" ? "default" : name
    }
}

extension [UInt8] {
    /// Appends a row of `TraceConverter.header`.
    mutating func appendFix(
        device: [UInt8],
        time: some Sequence<UInt8>,
        latitude: some Sequence<UInt8>,
        longitude: some Sequence<UInt8>,
        accuracy: some Sequence<UInt8> = []
    ) {
        append(csvCell: device)
        append(UInt8(ascii: ","))
        append(csvCell: Array(time))
        append(UInt8(ascii: ","))
        append(csvCell: Array(latitude))
        append(UInt8(ascii: ","))
        append(csvCell: Array(longitude))
        append(UInt8(ascii: ","))
        append(csvCell: Array(accuracy))
        append(.lineFeed)
    }
}
