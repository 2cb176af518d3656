/// What the beginning of a trace that comes in line by line says of the rest: NDJSON, a table whose first line is the header, or
/// OwnTracks.
struct LiveTraceHeader {
    /// Parses what comes after it.
    let parser: FixParser
    /// Whether each line is an OwnTracks message.
    let isOwnTracks: Bool
    /// How many lines the header has.
    let lines: Int

    /// Whether each line is a row of a table, of which nothing shows where it ends but its line end.
    var isTable: Bool {
        if case .table = parser.layout { return true }
        return false
    }

    /// Reads the beginning of a trace and takes the first line away if it is a header; `nil` for blanks alone, which are taken away.
    ///
    /// - Parameters:
    ///   - text: Whole lines, as far as they are there, without blank ones before them.
    ///   - location: Of the first line.
    /// - Throws: `unknownFormat` for what is not read line by line; `invalidHeader`.
    init?(taking text: inout [UInt8], at location: InputLocation, utcOffset: UTCOffset?) throws(GeofenceError) {
        guard let first = text.first(where: { !Self.isBlank($0) }) else {
            text.removeAll()
            return nil
        }
        isOwnTracks = try Self.isOwnTracks(text, at: location)
        if isOwnTracks || Self.beginsObject(first) {
            parser = FixParser(layout: .objects(ObjectFixParser(utcOffset: utcOffset)), isConverted: isOwnTracks)
            lines = 0
            return
        }
        let end = text.firstIndex(of: .lineFeed) ?? text.count
        let header = try withScanner(of: text[..<end]) { scanner throws(GeofenceError) in
            try TableHeader(
                in: scanner.withoutCarriageReturns(0..<scanner.end),
                of: &scanner,
                wanted: ColumnRole.ofFix,
                required: ColumnRole.requiredOfFix,
                location: location
            )
        }
        text.removeSubrange(..<min(end + 1, text.count))
        parser = FixParser(
            layout: .table(TableFixParser(header: header, utcOffset: utcOffset, joinsLines: false))
        )
        lines = 1
    }

    /// That of a trace whose first line is too long for a header: an object; `nil` if it is none.
    init?(ofLongLine text: [UInt8], utcOffset: UTCOffset?) {
        guard Self.beginsObject(text) else { return nil }
        parser = FixParser(layout: .objects(ObjectFixParser(utcOffset: utcOffset)))
        (isOwnTracks, lines) = (false, 0)
    }

    /// Takes a byte order mark, blank lines and one that tells Excel the delimiter away from the beginning; says how many lines.
    static func dropIdleLines(_ text: inout [UInt8]) -> Int {
        if text.starts(with: UInt8.byteOrderMark) { text.removeFirst(UInt8.byteOrderMark.count) }
        guard let end = text[..<startOfText(text)].lastIndex(of: .lineFeed) else { return 0 }
        defer { text.removeSubrange(...end) }
        return text[...end].count { $0 == .lineFeed }
    }

    /// Where the first line that these are not ends, line feed included; `nil` if its end has not come.
    static func endOfFirstLine(_ text: [UInt8]) -> Int? {
        text[startOfText(text)...].firstIndex(of: .lineFeed).map { $0 + 1 }
    }

    /// The first byte behind these lines, as far as they have come.
    private static func startOfText(_ text: [UInt8]) -> Int {
        withScanner(of: text) { scanner in
            if text.starts(with: UInt8.byteOrderMark) { scanner.position = UInt8.byteOrderMark.count }
            scanner.skipWhitespace()
            scanner.skipSeparatorLine()
            return scanner.position
        }
    }

    /// Whether a line is an object that has come in part only: its end does not close it.
    static func isCutObject(_ line: [UInt8]) -> Bool {
        beginsObject(line) && line.last { !isBlank($0) } != UInt8(ascii: "}")
    }

    /// Whether a line that may have a byte order mark is an object.
    private static func beginsObject(_ line: [UInt8]) -> Bool {
        line.first { !isBlank($0) && !UInt8.byteOrderMark.contains($0) }.map(beginsObject) == true
    }

    private static func beginsObject(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == 0x1E }

    static func isBlank(_ byte: UInt8) -> Bool { byte == .space || byte == .tab || byte == .carriageReturn }

    /// Whether the trace is OwnTracks; refuses what is not read line by line.
    private static func isOwnTracks(_ text: [UInt8], at location: InputLocation) throws(GeofenceError) -> Bool {
        try withScanner(of: text.prefix(RecordReader.headSize)) { scanner throws(GeofenceError) in
            switch TraceConverter(scanner) {
            case .ownTracks?: return true
            case let other?:
                throw GeofenceError(
                    .unknownFormat,
                    "the trace is \(other.name), which is read as a whole",
                    at: location,
                    recovery: "Give it to `geofence import` or `geofence evaluate`."
                )
            case nil: break
            }
            let end = scanner.firstOffset(of: .lineFeed, from: 0) ?? scanner.end
            // Blank lines are gone. Of the first line alone, since a later one with a NUL may have come with it, or not yet.
            let kind = try withScanner(of: text[..<end]) { line throws(GeofenceError) in
                try ContentKind(line, isAll: true, at: location)
            }
            _ = try TraceFormat.sniffed(kind, from: scanner, location: location)
            if let byte = scanner.firstOffset(of: .carriageReturn, from: 0, to: end),
                !(byte..<end).allSatisfy({ scanner[$0] == .carriageReturn })
            {
                throw GeofenceError(
                    .unknownFormat,
                    "the lines end with carriage returns alone",
                    at: location,
                    recovery: "End them with line feeds, as `tr '\\r' '\\n'` does."
                )
            }
            return false
        }
    }
}
