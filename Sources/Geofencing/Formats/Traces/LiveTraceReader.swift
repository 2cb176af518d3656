/// Reads a trace as it comes in, line by line: what has arrived is handed out at once.
///
/// The trace is NDJSON, CSV whose first line is the header, or OwnTracks. A record ends with a line feed, in quotes too: what
/// a record is must not depend on how much of it has come. The last may lack one; in a file it is left for later if it is a row of
/// a table or is cut off, since whoever writes it may be in the midst of it.
package final class LiveTraceReader {
    private var input: InputFile
    private let utcOffset: UTCOffset?
    /// `nil` as long as only blank lines have come.
    private var header: LiveTraceHeader?
    private var cache: DeviceCache
    private var parsed = ParsedFixes()
    /// What has come in after the last line feed; of a line that is too long, the beginning.
    private var rest: [UInt8] = []
    /// How many bytes of a line that is too long came in after `rest`; 0 for any other line.
    private var dropped = 0
    private var linesBefore = 0
    /// How many bytes were read up to the last line feed, or the end of a last record without one.
    package private(set) var offset = 0
    /// The first bytes, by which a file is known again: its first line, which is the same in all tables of one sort, and 1024 more.
    package private(set) var head = ContentFingerprint()
    private var headBytes: [UInt8] = [] { didSet { head = ContentFingerprint(of: headBytes) } }
    /// How many bytes `headBytes` has once they have come.
    private var headSize = RecordReader.recordLimit
    /// Whether the last line of a file is not finished, so that it was left.
    package private(set) var hasUnfinishedLine = false
    private var hasRecord = false
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

    /// Why there is no record up to where was read, if there is none.
    package var emptiness: String? {
        guard !hasRecord else { return nil }
        return header?.isOwnTracks == true ? TraceConverter.ownTracks.emptiness : TraceReader.noRecord
    }

    /// Whether `next` has something to hand out, or the end to tell, within so many milliseconds.
    package func hasInput(within milliseconds: Int32 = 0) -> Bool { input.hasInput(within: milliseconds) }

    /// Steps over what was read of the same file before; `false`, with nothing read, if it is another one, or was cut back and has
    /// grown anew.
    package func skip(to offset: Int, head: ContentFingerprint) throws(GeofenceError) -> Bool {
        guard isRegular, ContentFingerprint(of: try input.peek(head.count)) == head else { return false }
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
                linesBefore += LiveTraceHeader.dropIdleLines(&first)
                isFirstWhole = first.contains(.lineFeed) || first.count > RecordReader.recordLimit
            }
            count += more
            lines += piece.count { $0 == .lineFeed }
        }
        guard count == offset else {
            input = try InputFile(path: input.path)
            (headBytes, headSize, linesBefore) = ([], RecordReader.recordLimit, 0)
            return false
        }
        self.offset = count
        header = try takeHeader(&first)
        hasRecord = lines > linesBefore + (header?.lines ?? 0)
        linesBefore = lines
        return true
    }

    private func note(_ bytes: ArraySlice<UInt8>) {
        guard headBytes.count < headSize else { return }
        headBytes += bytes.prefix(headSize - headBytes.count)
        guard let end = LiveTraceHeader.endOfFirstLine(headBytes) else { return }
        headSize = end + 1024
        headBytes = Array(headBytes.prefix(headSize))
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
        guard rest.contains(where: { !LiveTraceHeader.isBlank($0) }) else { return nil }
        defer { (rest, dropped) = ([], 0) }
        if isRegular, dropped == 0, header?.isTable == true || LiveTraceHeader.isCutObject(rest) {
            hasUnfinishedLine = true
            return nil
        }
        let last = try parse(rest, isTooLong: dropped > 0)
        guard isRegular, last?.rejected.contains(where: { $0.reason == .truncated }) == true else {
            // A line that is too long may go on.
            if dropped == 0 { offset += rest.count }
            return last
        }
        hasUnfinishedLine = true
        return nil
    }

    /// Forgets all but the beginning of a line that is too long.
    private func beginLongLine() throws(GeofenceError) {
        if header == nil {
            guard let header = LiveTraceHeader(ofLongLine: rest, utcOffset: utcOffset) else {
                throw GeofenceError(
                    .invalidHeader,
                    "the header is longer than \(RecordReader.recordLimit) bytes",
                    at: InputLocation(file: input.path, line: linesBefore + 1),
                    recovery: "Give CSV with a header line, or NDJSON; end each record with a line feed."
                )
            }
            self.header = header
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

    /// Takes the header away from text without blank lines before it; `nil` where there is nothing else yet.
    private func takeHeader(_ text: inout [UInt8]) throws(GeofenceError) -> LiveTraceHeader? {
        let location = InputLocation(file: input.path, line: linesBefore + 1)
        return try LiveTraceHeader(taking: &text, at: location, utcOffset: utcOffset)
    }

    /// The fixes of whole lines; `nil` for a header with nothing after it.
    ///
    /// - Parameter isTooLong: Whether the text is only the beginning of one line, which is longer than a record may be.
    private func parse(
        _ text: [UInt8],
        isTooLong: Bool = false
    ) throws(GeofenceError) -> (fixes: [CompactFix], rejected: [RejectedFix])? {
        var lines = text
        if header == nil {
            linesBefore += LiveTraceHeader.dropIdleLines(&lines)
            header = try takeHeader(&lines)
            linesBefore += header?.lines ?? 0
        }
        guard let header, !lines.isEmpty else { return nil }
        let endsWithoutLineFeed = lines.last != .lineFeed
        if header.isOwnTracks {
            let device = Array(TraceConverter.ownTracks.device(of: input.path).utf8)
            lines = withScanner(of: lines) { scanner in OwnTracksConverter.ndjson(of: scanner, device: device) }
        }
        let chunk = RecordChunk(
            text: lines,
            endsWithoutLineFeed: endsWithoutLineFeed,
            oversizedLines: isTooLong ? 1 : 0
        )
        header.parser.parse(chunk, devices: &cache, into: &parsed)
        defer { linesBefore += parsed.lines }
        hasRecord = hasRecord || parsed.records > 0
        for index in parsed.fixes.indices { parsed.fixes[index].line &+= UInt32(truncatingIfNeeded: linesBefore) }
        return (
            parsed.fixes, parsed.rejected.map { RejectedFix($0, path: input.path, linesBefore: linesBefore) }
        )
    }
}
