/// Reads a trace as it comes in, line by line: what has arrived is handed out at once.
///
/// The trace is NDJSON, or CSV whose first line is the header. A record ends with a line feed, in CSV too; the last may be
/// without.
package final class LiveTraceReader {
    private let input: InputFile
    private var parser: FixParser?
    private var cache: DeviceCache
    private var parsed = ParsedFixes()
    /// What has come in after the last line feed.
    private var rest: [UInt8] = []
    private var linesBefore = 0
    /// How many bytes were read up to the last line feed.
    package private(set) var offset = 0
    /// The first bytes, by which a file is known again.
    package private(set) var head: [UInt8] = []
    private static let headSize = 1024
    private var storage = [UInt8](repeating: 0, count: 1 << 16)

    /// Opens a file, a named pipe, or standard input for `-`.
    ///
    /// - Parameter registry: Gives the devices their slots.
    package init(path: String, registry: DeviceRegistry) throws(GeofenceError) {
        input = try InputFile(path: path)
        cache = DeviceCache(registry)
    }

    /// Whether the input is a file that can be read again, and where what was read need not be sent again.
    package var isRegular: Bool { input.isRegular }

    /// Whether `next` has something to hand out, or the end to tell, within so many milliseconds.
    package func hasInput(within milliseconds: Int32 = 0) -> Bool { input.hasInput(within: milliseconds) }

    /// Steps over what was read of the same file before; `false`, with nothing read, if it is another one.
    package func skip(to offset: Int, head: [UInt8]) throws(GeofenceError) -> Bool {
        guard isRegular, try input.peek(head.count) == head else { return false }
        var skipped: [UInt8] = []
        var count = 0
        while count < offset {
            let more = try input.read(into: &storage, 0..<min(storage.count, offset - count))
            guard more > 0 else { break }
            // The header is in the first line.
            if skipped.count < storage.count { skipped += storage[..<more] }
            count += more
            linesBefore += storage[..<more].count { $0 == .lineFeed }
        }
        note(skipped[..<min(skipped.count, Self.headSize)])
        self.offset = count
        let lines = linesBefore
        parser = try readHeader(&skipped)
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
            if count == 0 {
                guard !rest.isEmpty else { return nil }
                defer { rest = [] }
                return try parse(rest)
            }
            note(storage[..<count])
            guard let end = storage[..<count].lastIndex(of: .lineFeed) else {
                rest += storage[..<count]
                guard rest.count <= RecordReader.recordLimit else { throw tooLong() }
                return ([], [])
            }
            let lines = rest + storage[...end]
            offset += lines.count
            rest = Array(storage[(end + 1)..<count])
            if let result = try parse(lines) { return result }
        }
    }

    private func tooLong() -> GeofenceError {
        GeofenceError(
            .invalidSyntax,
            "a line is longer than \(RecordReader.recordLimit) bytes",
            at: InputLocation(file: input.path, line: linesBefore + 1),
            recovery: "End each record with a line feed."
        )
    }

    /// The fixes of whole lines; `nil` for a header with nothing after it.
    private func parse(_ text: [UInt8]) throws(GeofenceError) -> (fixes: [CompactFix], rejected: [RejectedFix])? {
        var lines = text
        if parser == nil {
            guard let first = try readHeader(&lines) else { return nil }
            parser = first
        }
        guard let parser, !lines.isEmpty else { return nil }
        let endsWithoutLineFeed = lines.last != .lineFeed
        let count = lines.count
        lines.appendPadding()
        let chunk = RecordChunk(bytes: lines, count: count, isLast: false, endsWithoutLineFeed: endsWithoutLineFeed)
        parser.parse(chunk, devices: &cache, into: &parsed)
        defer { linesBefore += parsed.lines }
        for index in parsed.fixes.indices { parsed.fixes[index].line += UInt32(truncatingIfNeeded: linesBefore) }
        return (
            parsed.fixes, parsed.rejected.map { RejectedFix($0, path: input.path, linesBefore: linesBefore) }
        )
    }

    /// The parser that the first line asks for, which is taken away if it is a header; `nil` for blank lines.
    private func readHeader(_ lines: inout [UInt8]) throws(GeofenceError) -> FixParser? {
        if lines.starts(with: [0xEF, 0xBB, 0xBF]) { lines.removeFirst(3) }
        while let first = lines.first, first == .lineFeed || first == .carriageReturn || first == .space {
            if first == .lineFeed { linesBefore += 1 }
            lines.removeFirst()
        }
        guard let first = lines.first else { return nil }
        if first == UInt8(ascii: "{") || first == 0x1E { return FixParser(layout: .objects) }
        let end = lines.firstIndex(of: .lineFeed) ?? lines.count
        let location = InputLocation(file: input.path, line: linesBefore + 1)
        let header = try withScanner(of: lines[..<end]) { scanner throws(GeofenceError) in
            var text = 0..<scanner.end
            while let last = text.last, scanner[last] == .carriageReturn { text = text.lowerBound..<last }
            return try TableHeader(
                in: text,
                of: &scanner,
                wanted: [.device, .time, .latitude, .longitude, .accuracy, .sequence],
                required: [.device, .time, .latitude, .longitude],
                location: location
            )
        }
        lines.removeSubrange(..<min(end + 1, lines.count))
        linesBefore += 1
        return FixParser(layout: .table(TableFixParser(header: header)))
    }
}
