/// Turns the traces of other programs into what is read here, before it is read: CSV, or NDJSON of fixes.
///
/// Such a file is in memory as a whole while it is converted. Its values are passed on as they stand, but for the escapes of
/// JSON, so that what is wrong with one is found by the same grammar as everywhere. Fixes keep the numbers of their lines.
enum TraceConverter: Sendable {
    case geoLife
    case ownTracks
    case gpx
    case googleTimeline

    /// How many bytes of an input are converted, unpacked ones of gzip data.
    private static let longest = 1 << 31

    /// A text that no value may have, for one that cannot be read: it is refused, and counted.
    static let refused: [UInt8] = [0x1A]

    static let header = FixWriter.columns + "\n"

    /// Converts what `input` has to give if it is of one of these formats, and says which; leaves it as it is otherwise.
    static func convert(_ input: InputFile) throws(GeofenceError) -> TraceConverter? {
        let converter = try withScanner(of: input.peek(RecordReader.headSize)) { scanner in TraceConverter(scanner) }
        guard let converter else { return nil }
        guard var bytes = try input.readAll(upTo: longest) else {
            throw GeofenceError(
                .unreadableInput,
                "the \(converter.name) has more than \(longest) bytes, the most that is converted",
                at: InputLocation(file: input.path),
                recovery: "Split it, or convert it to CSV or NDJSON before: these may have any length."
            )
        }
        RecordReader.replaceLoneCarriageReturns(in: &bytes)
        let count = bytes.count
        bytes.appendPadding()
        let device = Array(converter.device(of: input.path).utf8)
        var converted: [UInt8]
        do throws(CutTrace) {
            converted = try withScanner(of: bytes, count: count) { scanner throws(CutTrace) in
                switch converter {
                case .geoLife: GeoLifeConverter.csv(of: scanner, device: device)
                case .ownTracks: OwnTracksConverter.ndjson(of: scanner, device: device)
                case .gpx: try GPXConverter.csv(of: scanner, device: device)
                case .googleTimeline: try GoogleTimelineConverter.csv(of: scanner, device: device)
                }
            }
        } catch {
            throw GeofenceError(
                .invalidSyntax,
                error.isTooDeep
                    ? "the \(converter.name) is nested more than \(ByteScanner.depthLimit) levels deep after \(error.offset) bytes"
                    : "the \(converter.name) breaks off after \(error.offset) bytes",
                at: InputLocation(file: input.path),
                recovery: error.isTooDeep
                    ? "Leave out what is nested so deep, or convert it to CSV or NDJSON before."
                    : "Check whether the file was copied completely."
            )
        }
        // For a NUL the reader would refuse the whole as binary data, not the record that it is in.
        converted.replace([0], with: refused)
        input.replaceRead(with: converted)
        return converter
    }

    /// The format of an input that begins like this; `nil` for what needs no conversion.
    init?(_ scanner: ByteScanner) {
        let head = scanner.text(in: 0..<min(scanner.end, RecordReader.headSize))
        let start = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if start.hasPrefix("Geolife trajectory") {
            self = .geoLife
        } else if start.hasPrefix("<"), head.contains(/<([\w.-]+:)?gpx/) {
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
        var (isTimeline, isFix) = (false, false)
        var isMore = true
        while isMore, let key = scanner.key() {
            let name = scanner.text(in: key)
            isTimeline =
                isTimeline
                || (Self.timelineKeys.contains(name) && scanner.byte == UInt8(ascii: "[")
                    && !GeoJSONTrace.hasFeatures(scanner))
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
        // A fix may have such an array too, and of a Google Timeline there is one object.
        guard isBare, isTimeline, !isFix else { return nil }
        if scanner.skip(UInt8(ascii: "}")) {
            scanner.skipWhitespace()
            guard scanner.byte != UInt8(ascii: "{") else { return nil }
        }
        self = .googleTimeline
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
    var name: String {
        switch self {
        case .geoLife: "GeoLife trace"
        case .ownTracks: "OwnTracks trace"
        case .gpx: "GPX"
        case .googleTimeline: "Google Timeline"
        }
    }

    /// Why there may be no fix in it.
    var emptiness: String {
        switch self {
        case .geoLife: "there is no line behind the header of the GeoLife trace"
        case .ownTracks: "there is no OwnTracks message of the type location in it; encrypted ones cannot be read"
        case .gpx: "there is no track point (trkpt) in the GPX; waypoints and routes are not read"
        case .googleTimeline:
            "it looks like a Google Timeline, but no place in it has latitudeE7 and longitudeE7, LatLng or point"
        }
    }

    /// The device that a file is of, which has no other name: that of the file without its ending, and `.gz`. GeoLife's are
    /// `Data/000/Trajectory/20081023025304.plt`, where it is the folder `000`.
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

/// A trace of another program that ends in the middle, or is broken there.
struct CutTrace: Error {
    let offset: Int
    /// Whether all that is wrong there is how deep it is nested.
    var isTooDeep = false
}

extension [UInt8] {
    /// Appends a row of `TraceConverter.header`, which is one line whatever is in it.
    mutating func appendFix(
        device: [UInt8],
        time: [UInt8],
        latitude: [UInt8],
        longitude: [UInt8],
        accuracy: [UInt8] = []
    ) {
        for (number, value) in [device, time, latitude, longitude, accuracy].enumerated() {
            if number > 0 { append(UInt8(ascii: ",")) }
            append(csvCell: value.contains(.lineFeed) ? TraceConverter.refused : value)
        }
        append(.lineFeed)
    }
}
