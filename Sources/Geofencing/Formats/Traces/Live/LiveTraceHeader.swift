/// What the beginning of a trace that arrives line by line says about the rest: it is NDJSON, a table whose first line
/// is the header, or OwnTracks.
struct LiveTraceHeader {
    /// The parser of the lines after the header.
    let parser: FixParser
    /// Whether each line is an OwnTracks message.
    let isOwnTracks: Bool
    /// The number of lines of the header.
    let lines: Int
    /// A sign that the trace is not meant as it is read.
    var doubt: TraceDoubt?

    /// Whether each line is a row of a table, where only the line end shows that a row is complete.
    var isTable: Bool {
        if case .table = parser.layout { return true }
        return false
    }

    /// Reads the beginning of a trace and removes the first line if it is a header; `nil` for nothing but blanks, which
    /// are removed.
    ///
    /// - Parameters:
    ///   - text: Whole lines, as far as they have arrived, without blank ones before them.
    ///   - location: The location of the first line.
    /// - Throws: `unknownFormat` for a format that is not read line by line; `invalidHeader`.
    init?(taking text: inout [UInt8], at location: InputLocation, utcOffset: UTCOffset?) throws(GeofenceError) {
        guard let first = text.first(where: { !Self.isBlank($0) }) else {
            text.removeAll()
            return nil
        }
        isOwnTracks = try Self.isOwnTracks(text, at: location)
        if isOwnTracks || first.beginsObject {
            let advice =
                isOwnTracks
                ? nil : withScanner(of: text.prefix(RecordReader.headSize)) { ObjectAdvice.ofFirstObject(in: $0) }
            parser = FixParser(
                layout: .objects(ObjectFixParser(utcOffset: utcOffset, advice: advice?.recovery)),
                source: isOwnTracks ? .conversion : .file
            )
            doubt = advice?.doubt
            lines = 0
            return
        }
        let end = text.firstIndex(of: .lineFeed) ?? text.count
        let header = try withScanner(of: text[..<end]) { scanner throws(GeofenceError) in
            try TableHeader(
                in: scanner.withoutCarriageReturns(0..<scanner.end),
                of: &scanner,
                wanted: ColumnRole.ofFix,
                required: ColumnRole.requiredForFix,
                location: location
            )
        }
        text.removeSubrange(..<min(end + 1, text.count))
        parser = FixParser(
            layout: .table(TableFixParser(header: header, utcOffset: utcOffset, joinsLines: false))
        )
        lines = 1
    }

    /// Creates the header of a trace whose first line is too long for a header and must be an object; `nil` if it is
    /// not.
    init?(ofLongLine text: [UInt8], utcOffset: UTCOffset?) {
        guard Self.beginsObject(text) else { return nil }
        parser = FixParser(layout: .objects(ObjectFixParser(utcOffset: utcOffset)))
        (isOwnTracks, lines) = (false, 0)
    }

    /// Removes a byte order mark, blank lines and a line that tells Excel the delimiter from the beginning; returns the
    /// number of lines.
    static func dropIdleLines(_ text: inout [UInt8]) -> Int {
        if text.starts(with: UInt8.byteOrderMark) { text.removeFirst(UInt8.byteOrderMark.count) }
        guard let end = text[..<startOfText(text)].lastIndex(of: .lineFeed) else { return 0 }
        defer { text.removeSubrange(...end) }
        return text[...end].count { $0 == .lineFeed }
    }

    /// Returns the end of the first line that is none of these, including its line feed; `nil` if it has not arrived.
    static func endOfFirstLine(_ text: [UInt8]) -> Int? {
        text[startOfText(text)...].firstIndex(of: .lineFeed).map { $0 + 1 }
    }

    /// Returns the offset of the first byte after these lines, as far as they have arrived.
    private static func startOfText(_ text: [UInt8]) -> Int {
        withScanner(of: text) { scanner in
            scanner.position = scanner.wholeText.lowerBound
            scanner.skipWhitespace()
            scanner.skipSeparatorLine()
            return scanner.position
        }
    }

    /// Whether a line is an object that has arrived only in part: the line does not end with a closing brace.
    static func isCutObject(_ line: [UInt8]) -> Bool {
        beginsObject(line) && line.last { !isBlank($0) } != UInt8(ascii: "}")
    }

    /// Whether a line, possibly with a byte order mark, is an object.
    private static func beginsObject(_ line: [UInt8]) -> Bool {
        line.first { !isBlank($0) && !UInt8.byteOrderMark.contains($0) }?.beginsObject == true
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == .space || byte == .tab || byte == .carriageReturn }

    /// Whether the trace is OwnTracks; throws for a format that is not read line by line.
    private static func isOwnTracks(_ text: [UInt8], at location: InputLocation) throws(GeofenceError) -> Bool {
        try withScanner(of: text.prefix(RecordReader.headSize)) { scanner throws(GeofenceError) in
            switch TraceConverter(scanner) {
            case .ownTracks?: return true
            // How to make lines of these is said below.
            case .geoJSON?, .json?, nil: break
            case let other?:
                throw GeofenceError(
                    .unknownFormat,
                    "the \(other.name) cannot be read line by line, only as a whole",
                    at: location,
                    recovery: "Give it to `geofence import` or `geofence evaluate`."
                )
            }
            if JSONLayout(scanner) == .array { throw TraceFormat.refusalOfArray(at: location) }
            let end = scanner.firstOffset(of: .lineFeed, from: 0) ?? scanner.end
            // Blank lines were already removed. Only the first line is examined, because whether a later one with a NUL
            // has arrived with it is a matter of chance.
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
