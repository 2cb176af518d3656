/// Reads an event log from its beginning to its end, plain or gzip, in memory that does not grow with it.
package final class EventLogReader {
    /// One record.
    package enum Record: Sendable, Hashable {
        case event(LoggedEvent)
        /// A record of the format that is no crossing.
        case other
        /// A record that cannot be read, with its line and what is wrong with it.
        case unreadable(line: Int, message: String)
    }

    /// How the log is written; `nil` for an empty one.
    package let format: EventLogFormat?

    /// How many bytes have been read, unpacked.
    package private(set) var byteCount = 0

    private let records: RecordReader
    private let keys: KeyTable<EventField>
    private var header: EventTableHeader?
    private var fields: [EventField?] = []
    private var line = 1
    private var storage: [UInt8] = []

    /// Opens a log and reads its beginning.
    ///
    /// - Parameters:
    ///   - path: The file; `-` for standard input.
    ///   - format: The format, where it is not to be told from the content.
    /// - Throws: `unreadableInput`; `unknownFormat` or `invalidHeader` for what is no event log.
    package init(path: String, format: EventLogFormat? = nil, chunkSize: Int = 1 << 20) throws(GeofenceError) {
        records = try RecordReader(InputFile(path: path), chunkSize: chunkSize)
        let location = InputLocation(file: path, line: 1)
        let sniffed = try records.peek { scanner, _ throws(GeofenceError) in
            guard let format else { return try EventLogFormat.sniffed(from: scanner, location: location) }
            return ContentKind(scanner) == .empty ? nil : format
        }
        self.format = sniffed
        let names = sniffed?.names ?? []
        keys = KeyTable(names)
        guard sniffed?.isTable == true else { return }
        let (header, count, lines) = try records.peek { scanner, isAll throws(GeofenceError) in
            scanner.skipWhitespace()
            let first = scanner.position
            let end = scanner.recordEnd(from: first, delimiter: UInt8(ascii: ","), isFinal: isAll) ?? scanner.end
            let next = min(end + 1, scanner.end)
            return (EventTableHeader(in: first..<end, of: scanner), next, scanner.lineFeeds(in: 0..<next))
        }
        fields = (header?.names ?? []).map { name in names.first { $0.name == name }?.key }
        let missing = [EventField.kind, .device, .geofence, .time].filter { !fields.contains($0) }
        guard let header, missing.isEmpty else {
            let wanted = missing.map { field in
                names.filter { $0.key == field }.map(\.name).joined(separator: "|")
            }
            throw GeofenceError(
                .invalidHeader,
                "the header has no column \(wanted.joined(separator: ", "))",
                at: location,
                recovery: "Name the columns in the first line, or give another --format."
            )
        }
        self.header = header
        records.delimiter = header.delimiter
        records.drop(count)
        line = lines + 1
    }

    /// Reads some more of the log and hands out its records in turn; `false` at the end.
    ///
    /// - Throws: `unreadableInput` or `invalidSyntax` where the input fails or its gzip data is damaged, and what `body`
    ///   throws.
    package func read(_ body: (Record) throws(GeofenceError) -> Void) throws(GeofenceError) -> Bool {
        guard let chunk = try records.next(recycling: &storage) else { return false }
        byteCount += chunk.count
        if chunk.oversizedLines > 0 {
            try body(.unreadable(line: line, message: "the record is longer than 1 MiB"))
            line += chunk.oversizedLines
        } else {
            try withScanner(of: chunk.bytes, count: chunk.count) { scanner throws(GeofenceError) in
                while !scanner.isAtEnd { try readRecord(&scanner, body) }
            }
        }
        storage = chunk.bytes
        return true
    }

    /// Reads the record at the position and steps over its line end.
    private func readRecord(
        _ scanner: inout ByteScanner,
        _ body: (Record) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        let first = scanner.position
        let lineEnd = scanner.firstOffset(of: .lineFeed, from: first) ?? scanner.end
        let end =
            header.map { scanner.recordEnd(from: first, delimiter: $0.delimiter, isFinal: true) ?? lineEnd } ?? lineEnd
        var record = first..<end
        while let last = record.last, scanner[last] == .carriageReturn { record = first..<last }
        let here = line
        line += 1 + scanner.lineFeeds(in: first..<end)
        if !scanner.trimmed(record).isEmpty, let format {
            let result: Record
            do throws(EventProblem) {
                var values = EventValues()
                if let header {
                    try readCells(of: record, header, &scanner, into: &values)
                } else {
                    try readObject(in: record, &scanner, into: &values)
                }
                var event = try format.event(values)
                event?.line = here
                result = event.map { .event($0) } ?? .other
            } catch {
                result = .unreadable(line: here, message: error.message)
            }
            try body(result)
        }
        scanner.position = end
        scanner.skipLineFeed()
    }

    private func readCells(
        of record: Range<Int>,
        _ header: EventTableHeader,
        _ scanner: inout ByteScanner,
        into values: inout EventValues
    ) throws(EventProblem) {
        guard let cells = scanner.cells(of: record, delimiter: header.delimiter) else {
            throw EventProblem("the quotes are not in order")
        }
        guard cells.count == fields.count else {
            throw EventProblem("there are \(cells.count) cells for \(fields.count) columns")
        }
        for (field, cell) in zip(fields, cells) {
            guard let field, values[field] == nil else { continue }
            let text = scanner.text(of: cell)
            if !text.isEmpty { values[field] = text }
        }
    }

    private func readObject(
        in record: Range<Int>,
        _ scanner: inout ByteScanner,
        into values: inout EventValues
    ) throws(EventProblem) {
        scanner.position = record.lowerBound
        scanner.skipBlanks()
        // RFC 7464 sequences start each text with a record separator.
        while scanner.byte == 0x1E { scanner.position += 1 }
        scanner.skipBlanks()
        guard scanner.skip(UInt8(ascii: "{")) else { throw EventProblem("the line is not a JSON object") }
        scanner.skipBlanks()
        if !scanner.skip(UInt8(ascii: "}")) {
            repeat {
                scanner.skipBlanks()
                guard let key = scanner.string() else { throw EventProblem("a key is missing or not in quotes") }
                scanner.skipBlanks()
                guard scanner.skip(UInt8(ascii: ":")) else { throw EventProblem("the colon after a key is missing") }
                scanner.skipBlanks()
                let first = scanner.position
                let string = scanner.byte == .quote ? scanner.string() : nil
                guard string != nil || scanner.skipValue(), scanner.position <= record.upperBound else {
                    throw EventProblem("a value is missing or not closed")
                }
                if let field = keys.key(in: key.range, of: scanner) {
                    guard values[field] == nil else { throw EventProblem("a key is there twice") }
                    values[field] = try text(of: string, or: first..<scanner.position, scanner)
                }
                scanner.skipBlanks()
            } while scanner.skip(UInt8(ascii: ","))
            guard scanner.skip(UInt8(ascii: "}")) else { throw EventProblem("a comma or the closing brace is missing") }
        }
        scanner.skipBlanks()
        guard scanner.position >= record.upperBound else {
            throw EventProblem("there is more on the line than one JSON object")
        }
    }

    /// The text of a string, or of another value as it stands; `nil` for `null`.
    private func text(
        of string: JSONString?,
        or range: Range<Int>,
        _ scanner: ByteScanner
    ) throws(EventProblem) -> String? {
        guard let string else {
            let text = scanner.text(in: range)
            return text == "null" ? nil : text
        }
        guard string.hasEscapes else { return scanner.text(in: string.range) }
        guard let bytes = scanner.unescaped(string) else { throw EventProblem("an escape in a string is none") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
