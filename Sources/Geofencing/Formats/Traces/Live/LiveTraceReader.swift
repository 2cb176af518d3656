/// Reads a trace as it arrives, line by line; what has arrived is returned immediately.
///
/// The trace is NDJSON, CSV whose first line is the header, or OwnTracks. A record ends with a line feed, even in
/// quotes: what a record is must not depend on how much of it has arrived. The last record may lack a line feed; in a
/// file, it is left for later if it is a row of a table or is cut off, since its writer may not be finished.
package final class LiveTraceReader {
    private var input: InputFile
    private let utcOffset: UTCOffset?
    /// The header; `nil` as long as only blank lines have arrived.
    private var header: LiveTraceHeader?
    private var cache: DeviceCache
    private var parsed = ParsedFixes()
    /// What has arrived after the last line feed.
    private var partial = PartialLine()
    /// The number of lines before the next one to be parsed.
    private var linesBefore = 0
    /// The number of bytes read up to the last line feed, or to the end of a last record without one.
    package private(set) var offset = 0
    private var beginning = TraceBeginning()
    /// Whether the last line of a file is unfinished and was left for later.
    package private(set) var hasUnfinishedLine = false
    private var hasRecord = false
    private var storage = [UInt8](repeating: 0, count: 1 << 16)

    /// Opens a file, a named pipe, or standard input for `-`.
    ///
    /// - Parameters:
    ///   - registry: Assigns slots to the devices.
    ///   - utcOffset: The offset from UTC of times without a zone; if `nil`, records with such times are rejected.
    package init(path: String, registry: DeviceRegistry, utcOffset: UTCOffset? = nil) throws(GeofenceError) {
        input = try InputFile(path: path)
        self.utcOffset = utcOffset
        cache = DeviceCache(registry)
    }

    /// Whether the input is a file that can be read again, so that what was read need not be sent again.
    package var isRegular: Bool { input.isRegular }

    /// The fingerprint of the first bytes, which identifies a file.
    package var head: ContentFingerprint { beginning.fingerprint }

    /// The reason why no record was read so far; `nil` if there was one.
    package var emptiness: String? {
        guard !hasRecord else { return nil }
        return header?.isOwnTracks == true ? TraceConverter.ownTracks.emptiness : TraceReader.noRecord
    }

    /// Returns the doubt about the input once, when its first record has been read.
    package func takeDoubt() -> TraceDoubt? {
        defer { header?.doubt = nil }
        return header?.doubt
    }

    /// Whether `next` has something to return, or reaches the end, within the given number of milliseconds.
    package func hasInput(within milliseconds: Int32 = 0) -> Bool { input.hasInput(within: milliseconds) }

    /// Skips what was read of the same file before; `false`, with nothing read, if it is a different file, or was
    /// truncated and has grown again.
    package func skip(to offset: Int, head: ContentFingerprint) throws(GeofenceError) -> Bool {
        guard isRegular, ContentFingerprint(of: try input.peek(head.count)) == head else { return false }
        // The first nonblank line has the header; of one that is too long for a header, the beginning is enough.
        var first: [UInt8] = []
        var isFirstComplete = false
        var endsWithoutLineFeed = false
        var (count, lines) = (0, 0)
        while count < offset {
            let more = try input.read(into: &storage, 0..<min(storage.count, offset - count))
            guard more > 0 else { break }
            let piece = storage[..<more]
            beginning.append(piece)
            if !isFirstComplete {
                first += piece
                linesBefore += LiveTraceHeader.dropIdleLines(&first)
                isFirstComplete = first.contains(.lineFeed) || first.count > RecordReader.recordLimit
            }
            count += more
            lines += piece.count { $0 == .lineFeed }
            endsWithoutLineFeed = piece.last != .lineFeed
        }
        guard count == offset else {
            input = try InputFile(path: input.path)
            (beginning, linesBefore) = (TraceBeginning(), 0)
            return false
        }
        self.offset = count
        header = try takeHeader(&first)
        hasRecord = lines + (endsWithoutLineFeed ? 1 : 0) > linesBefore + (header?.lines ?? 0)
        linesBefore = lines
        return true
    }

    /// Waits for more input and returns its fixes, each with the number of lines before it in the trace, and the
    /// rejected records; both are empty for a part of a line, and the result is `nil` at the end.
    package func next() throws(GeofenceError) -> (fixes: [CompactFix], rejected: [RejectedFix])? {
        while true {
            let count = try input.read(into: &storage, 0..<storage.count)
            if count == 0 { return try lastRecord() }
            var piece = storage[..<count]
            beginning.append(piece)
            var tooLong: [RejectedFix] = []
            if partial.isTooLong, let end = piece.firstIndex(of: .lineFeed) {
                partial.append(piece[...end])
                piece = piece[(end + 1)...]
                offset += partial.length
                tooLong = try parse(partial.take(), isTooLong: true)?.rejected ?? []
            }
            guard let end = piece.lastIndex(of: .lineFeed) else {
                partial.append(piece)
                if partial.mustBeShortened { try beginLongLine() }
                return ([], tooLong)
            }
            let lines = partial.take() + piece[...end]
            offset += lines.count
            partial.append(piece[(end + 1)...])
            if let (fixes, rejected) = try parse(lines) { return (fixes, tooLong + rejected) }
            if !tooLong.isEmpty { return ([], tooLong) }
        }
    }

    /// Returns what follows the last line feed at the end of the input; `nil` for nothing, and for a record that is
    /// still being written.
    private func lastRecord() throws(GeofenceError) -> (fixes: [CompactFix], rejected: [RejectedFix])? {
        guard partial.bytes.contains(where: { !LiveTraceHeader.isBlank($0) }) else { return nil }
        let isTooLong = partial.isTooLong
        let line = partial.take()
        if isRegular, !isTooLong, try isUnfinished(line) {
            hasUnfinishedLine = true
            return nil
        }
        let last = try parse(line, isTooLong: isTooLong)
        guard isRegular, last?.rejected.contains(where: { $0.reason == .truncated }) == true else {
            // A line that is too long may continue.
            if !isTooLong { offset += line.count }
            return last
        }
        hasUnfinishedLine = true
        return nil
    }

    /// Whether more of a line without a line feed may follow: it is a row or the header of a table, or begins an
    /// object.
    private func isUnfinished(_ line: [UInt8]) throws(GeofenceError) -> Bool {
        if LiveTraceHeader.isCutObject(line) { return true }
        if let header { return header.isTable }
        var text = line
        _ = LiveTraceHeader.dropIdleLines(&text)
        do throws(GeofenceError) {
            return try takeHeader(&text)?.isTable == true
        } catch {
            guard error.code == .invalidHeader else { throw error }
            return true
        }
    }

    /// Discards all but the beginning of a line that has become too long.
    private func beginLongLine() throws(GeofenceError) {
        if header == nil {
            guard let header = LiveTraceHeader(ofLongLine: partial.bytes, utcOffset: utcOffset) else {
                let location = InputLocation(file: input.path, line: linesBefore + 1)
                let layout = withScanner(of: partial.bytes.prefix(RecordReader.headSize)) { JSONLayout($0) }
                if layout == .array { throw TraceFormat.refusalOfArray(at: location) }
                throw GeofenceError(
                    .invalidHeader,
                    "the header is longer than \(RecordReader.recordLimit) bytes",
                    at: location,
                    recovery: "Give CSV with a header line, or NDJSON; end each record with a line feed."
                )
            }
            self.header = header
        }
        partial.shorten()
    }

    /// Removes the header from text without blank lines before it; `nil` if nothing else has arrived yet.
    private func takeHeader(_ text: inout [UInt8]) throws(GeofenceError) -> LiveTraceHeader? {
        let location = InputLocation(file: input.path, line: linesBefore + 1)
        return try LiveTraceHeader(taking: &text, at: location, utcOffset: utcOffset)
    }

    /// Returns the fixes of whole lines; `nil` for a header with nothing after it.
    ///
    /// - Parameter isTooLong: Whether the text is only the beginning of one line, which exceeds the maximum length of a
    ///   record.
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
            lines = withScanner(of: lines) { OwnTracksConverter(device: device).ndjson(of: &$0, isAll: true) }
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
