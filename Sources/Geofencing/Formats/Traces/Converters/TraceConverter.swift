internal import Logging

/// Turns the traces of other programs into what is read here, before it is read: CSV, or NDJSON of fixes.
///
/// Such a file is in memory as a whole while it is converted. Its values are passed on as they stand, but for the escapes of
/// JSON, so that what is wrong with one is found by the same grammar as everywhere. Formats of lines keep the numbers of
/// their lines.
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
        let converted = withScanner(of: bytes, count: count) { scanner -> [UInt8]? in
            switch converter {
            case .geoLife: GeoLifeConverter.csv(of: scanner, device: device)
            case .ownTracks: OwnTracksConverter.ndjson(of: scanner, device: device)
            case .gpx: GPXConverter.csv(of: scanner, device: device)
            case .googleTimeline: GoogleTimelineConverter.csv(of: scanner, device: device)
            }
        }
        guard let converted else {
            throw GeofenceError(
                .invalidSyntax,
                "the \(converter.name) ends in the middle, after \(count) bytes",
                at: InputLocation(file: input.path),
                recovery: "Check whether the file was copied completely."
            )
        }
        input.replaceRead(with: converted)
        let fixes = converter == .ownTracks ? converted[...] : converted.dropFirst(header.utf8.count)
        guard fixes.allSatisfy({ $0 <= .space }) else { return }
        Logger.ingest.warning("found no fix", metadata: ["file": "\(input.path)", "format": "\(converter.name)"])
    }

    /// The format of an input that begins like this; `nil` for what needs no conversion.
    private init?(_ scanner: ByteScanner) {
        let head = scanner.text(in: 0..<min(scanner.end, 4096))
        let start = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if start.hasPrefix("Geolife trajectory") {
            self = .geoLife
        } else if start.hasPrefix("<"), head.contains("<gpx") {
            self = .gpx
        } else if start.hasPrefix("{") {
            guard let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0) else { return nil }
            self.init(scanner, object: brace, isBare: true)
        } else if let first = start.utf8.first, first.isDigit {
            // The recorder of OwnTracks writes a time, a tab, the kind, and a tab before the object.
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

    /// The format whose keys the first object has, as far as it is there; keys inside of its values do not count.
    private init?(_ scanner: ByteScanner, object brace: Int, isBare: Bool) {
        var scanner = scanner
        scanner.position = brace + 1
        while true {
            scanner.skipWhitespace()
            guard let key = scanner.string() else { return nil }
            scanner.skipWhitespace()
            guard scanner.skip(UInt8(ascii: ":")) else { return nil }
            scanner.skipWhitespace()
            let name = scanner.text(in: key.range)
            if isBare, Self.timelineKeys.contains(name), scanner.byte == UInt8(ascii: "[") {
                self = .googleTimeline
                return
            }
            let first = scanner.position
            guard scanner.skipValue() else { return nil }
            if name == "_type", Self.ownTracksTypes.contains(scanner.text(in: first..<scanner.position)),
                scanner.lineFeeds(in: brace..<scanner.position) == 0
            {
                self = .ownTracks
                return
            }
            scanner.skipWhitespace()
            guard scanner.skip(UInt8(ascii: ",")) else { return nil }
        }
    }

    /// The keys of Google Timeline whose arrays the places are in.
    private static let timelineKeys: Set = ["locations", "semanticSegments", "rawSignals"]

    /// What OwnTracks has for a `_type`, with the quotes.
    private static let ownTracksTypes = Set(
        [
            "beacon", "card", "cmd", "configuration", "dump", "encrypted", "location", "lwt", "message", "msg",
            "request", "status", "steps", "transition", "waypoint", "waypoints",
        ].map { "\"\($0)\"" }
    )

    /// What it is called in messages.
    private var name: String {
        switch self {
        case .geoLife: "GeoLife trace"
        case .ownTracks: "OwnTracks trace"
        case .gpx: "GPX"
        case .googleTimeline: "Google Timeline"
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
