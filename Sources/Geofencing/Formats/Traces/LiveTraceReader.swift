/// Reads a trace as it comes in, line by line: what has arrived is handed out at once.
///
/// The trace is NDJSON, CSV whose first line is the header, or OwnTracks. A record ends with a line feed, in quotes too: what
/// a record is must not depend on how much of it has come. The last may lack one; in a file it is left for later if it is a row of
/// a table or is cut off, since whoever writes it may be in the midst of it.
package final class LiveTraceReader {
    private var input: InputFile
    private let utcOffset: UTCOffset?
    private var parser: FixParser?
    private var isOwnTracks = false
    private var cache: DeviceCache
    private var parsed = ParsedFixes()
    /// What has come in after the last line feed; of a line that is too long, the beginning.
    private var rest: [UInt8] = []
    /// How many bytes of a line that is too long came in after `rest`; 0 for any other line.
    private var dropped = 0
    private var linesBefore = 0
    /// How many bytes were read up to the last line feed.
    package private(set) var offset = 0
    /// The first bytes, by which a file is known again.
    package private(set) var head: [UInt8] = []
    /// Whether the last line of a file is not finished, so that it was left.
    package private(set) var hasUnfinishedLine = false
    private static let headSize = 1024
    private var storage = [UInt8](repeating: 0, count: 1 << 16)

    /// Opens a file, a named pipe, or standard input for `-`.
    ///
    /// - Parameters:
    ///   - registry: Gives the devices their slots.
    ///   - utcOffset: That of times without a zone; `nil` where such a record is rejected.
    package init(path: String, registry: DeviceRegistry, utcOffset: UTCOffset? = nil) throws(GeofenceError) {
        input = try InputFile(path: path)
        self.utcOffset = utcOffset
        cache = DeviceCache(registry)
    }

    /// Whether the input is a file that can be read again, and where what was read need not be sent again.
    package var isRegular: Bool { input.isRegular }

    /// Whether `next` has something to hand out, or the end to tell, within so many milliseconds.
    package func hasInput(within milliseconds: Int32 = 0) -> Bool { input.hasInput(within: milliseconds) }

    /// Steps over what was read of the same file before; `false`, with nothing read, if it is another one, or was cut back and has
    /// grown anew.
    package func skip(to offset: Int, head: [UInt8]) throws(GeofenceError) -> Bool {
        guard isRegular, try input.peek(head.count) == head else { return false }
        // The first line that is not blank has the header; of one that is too long for a header, the beginning is enough.
        var first: [UInt8] = []
        var isFirstWhole = false
        var (count, lines) = (0, 0)
        while count < offset {
            let more = try input.read(into: &storage, 0..<min(storage.count, offset - count))
            guard more > 0 else { break }
            let piece = storage[..<more]
            note(piece)
            if !isFirstWhole {
                first += piece
                linesBefore += Self.dropBlankLines(&first)
                isFirstWhole = first.contains(.lineFeed) || first.count > RecordReader.recordLimit
            }
            count += more
            lines += piece.count { $0 == .lineFeed }
        }
        guard count == offset else {
            input = try InputFile(path: input.path)
            (self.head, linesBefore) = ([], 0)
            return false
        }
        self.offset = count
        parser = try readHeader(&first).parser
        linesBefore = lines
        return true
    }

    private func note(_ bytes: ArraySlice<UInt8>) {
        if head.count < Self.headSize { head += bytes.prefix(Self.headSize - head.count) }
    }

    /// Waits for more and hands out its fixes, with how many lines of the trace lie before each, and what was rejected, nothing
    /// for a piece of a line; `nil` at the end.
    package func next() throws(GeofenceError) -> (fixes: [CompactFix], rejected: [RejectedFix])? {
        while true {
            let count = try input.read(into: &storage, 0..<storage.count)
            if count == 0 { return try lastRecord() }
            note(storage[..<count])
            var piece = storage[..<count]
            let tooLong = try stepOverLongLine(&piece)
            guard let end = piece.lastIndex(of: .lineFeed) else {
                rest += piece
                if rest.count > RecordReader.recordLimit { try beginLongLine() }
                return ([], tooLong)
            }
            let lines = rest + piece[...end]
            offset += lines.count
            rest = Array(piece[(end + 1)...])
            if let (fixes, rejected) = try parse(lines) { return (fixes, tooLong + rejected) }
            if !tooLong.isEmpty { return ([], tooLong) }
        }
    }

    /// What is after the last line feed, at the end of the input; `nil` for nothing, and for what somebody is still writing.
    private func lastRecord() throws(GeofenceError) -> (fixes: [CompactFix], rejected: [RejectedFix])? {
        guard !rest.isEmpty else { return nil }
        defer { (rest, dropped) = ([], 0) }
        if isRegular, dropped == 0, case .table? = parser?.layout {
            hasUnfinishedLine = true
            return nil
        }
        let last = try parse(rest, isTooLong: dropped > 0)
        guard isRegular, last?.rejected.contains(where: { $0.reason == .truncated }) == true else { return last }
        hasUnfinishedLine = true
        return nil
    }

    /// Forgets all but the beginning of a line that is too long.
    private func beginLongLine() throws(GeofenceError) {
        if parser == nil {
            let first = rest.first { !Self.isBlank($0) && ![0xEF, 0xBB, 0xBF].contains($0) }
            guard let first, Self.beginsObject(first) else {
                throw GeofenceError(
                    .invalidHeader,
                    "the header is longer than \(RecordReader.recordLimit) bytes",
                    at: InputLocation(file: input.path, line: linesBefore + 1),
                    recovery: "Give CSV with a header line, or NDJSON; end each record with a line feed."
                )
            }
            parser = FixParser(layout: .objects(ObjectFixParser(utcOffset: utcOffset)))
        }
        dropped = rest.count - RejectedRecord.rawLimit
        rest.removeSubrange(RejectedRecord.rawLimit...)
    }

    /// Takes the rest of a line that is too long away from what came in, and hands out the record once the line has ended.
    private func stepOverLongLine(_ piece: inout ArraySlice<UInt8>) throws(GeofenceError) -> [RejectedFix] {
        guard dropped > 0 else { return [] }
        guard let end = piece.firstIndex(of: .lineFeed) else {
            dropped += piece.count
            piece = []
            return []
        }
        dropped += end + 1 - piece.startIndex
        piece = piece[(end + 1)...]
        offset += rest.count + dropped
        defer { (rest, dropped) = ([], 0) }
        return try parse(rest, isTooLong: true)?.rejected ?? []
    }

    /// The fixes of whole lines; `nil` for a header with nothing after it.
    ///
    /// - Parameter isTooLong: Whether the text is only the beginning of one line, which is longer than a record may be.
    private func parse(
        _ text: [UInt8],
        isTooLong: Bool = false
    ) throws(GeofenceError) -> (fixes: [CompactFix], rejected: [RejectedFix])? {
        var lines = text
        if parser == nil {
            let header = try readHeader(&lines)
            parser = header.parser
            linesBefore += header.lines
        }
        guard let parser, !lines.isEmpty else { return nil }
        let endsWithoutLineFeed = lines.last != .lineFeed
        if isOwnTracks {
            let device = Array(TraceConverter.ownTracks.device(of: input.path).utf8)
            lines = withScanner(of: lines) { scanner in OwnTracksConverter.ndjson(of: scanner, device: device) }
        }
        let count = lines.count
        lines.appendPadding()
        let chunk = RecordChunk(
            bytes: lines,
            count: count,
            endsWithoutLineFeed: endsWithoutLineFeed,
            oversizedLines: isTooLong ? 1 : 0
        )
        parser.parse(chunk, devices: &cache, into: &parsed)
        defer { linesBefore += parsed.lines }
        for index in parsed.fixes.indices { parsed.fixes[index].line &+= UInt32(truncatingIfNeeded: linesBefore) }
        return (
            parsed.fixes, parsed.rejected.map { RejectedFix($0, path: input.path, linesBefore: linesBefore) }
        )
    }

    /// Finds out whether the trace is OwnTracks, and refuses what is not read line by line.
    private func tellFormat(_ text: [UInt8], at location: InputLocation) throws(GeofenceError) {
        let isOwnTracks = try withScanner(of: text.prefix(RecordReader.headSize)) { scanner throws(GeofenceError) in
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
            // Blank lines are gone.
            let kind = try ContentKind(scanner, isAll: true, at: location)
            _ = try TraceFormat.sniffed(kind, from: scanner, location: location)
            let end = scanner.firstOffset(of: .lineFeed, from: 0) ?? scanner.end
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
        self.isOwnTracks = isOwnTracks
    }

    private static func beginsObject(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == 0x1E }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == .space || byte == .tab || byte == .carriageReturn }

    /// Takes a byte order mark and blank lines away from the beginning; says how many lines.
    private static func dropBlankLines(_ text: inout [UInt8]) -> Int {
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
        let first = text.firstIndex { $0 != .lineFeed && !isBlank($0) } ?? text.endIndex
        guard let end = text[..<first].lastIndex(of: .lineFeed) else { return 0 }
        defer { text.removeSubrange(...end) }
        return text[...end].count { $0 == .lineFeed }
    }

    /// The parser that the first line asks for, `nil` for blank lines. These are taken away, and the first line if it is a header:
    /// as many lines as it says.
    private func readHeader(_ text: inout [UInt8]) throws(GeofenceError) -> (parser: FixParser?, lines: Int) {
        let blankLines = Self.dropBlankLines(&text)
        guard let first = text.first(where: { !Self.isBlank($0) }) else {
            text.removeAll()
            return (nil, blankLines)
        }
        let location = InputLocation(file: input.path, line: linesBefore + blankLines + 1)
        try tellFormat(text, at: location)
        if isOwnTracks || Self.beginsObject(first) {
            let layout = FixParser.Layout.objects(ObjectFixParser(utcOffset: utcOffset))
            return (FixParser(layout: layout, isConverted: isOwnTracks), blankLines)
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
        let layout = FixParser.Layout.table(TableFixParser(header: header, utcOffset: utcOffset, joinsLines: false))
        return (FixParser(layout: layout), blankLines + 1)
    }
}
