/// Reads a table, or JSON objects one per line, in constant memory.
final class FieldReader<Field: RecordField> {
    /// The number of bytes read, uncompressed.
    private(set) var byteCount = 0

    private let records: RecordReader
    private let keys: KeyTable<KeySpelling<Field>>
    private let isRecord: (FieldValues<Field>) -> Bool
    private var header: FieldTableHeader?
    private var fields: [Field?] = []
    private var line = 1
    private var storage: [UInt8] = []

    /// Creates a reader, and reads the header if the input is a table.
    ///
    /// - Parameters:
    ///   - records: The records, at their beginning.
    ///   - names: The keys or columns that are read; if several stand for one field, the first that has a value counts.
    ///   - isTable: Whether the input is a table; otherwise, each line is a JSON object.
    ///   - required: Groups of fields; a table must have at least one field of each group.
    ///   - naming: How the columns of a table are named, as for `TableHeader.lacks`.
    ///   - isRecord: Whether a table line inside quotes is a record by itself, which means that those quotes are stray.
    /// - Throws: `unreadableInput`; `invalidHeader`.
    init(
        _ records: RecordReader,
        names: [(name: String, key: Field)],
        isTable: Bool,
        required: [[Field]],
        naming: String,
        isRecord: @escaping (FieldValues<Field>) -> Bool
    ) throws(GeofenceError) {
        self.records = records
        self.isRecord = isRecord
        keys = KeyTable(spellings: names)
        guard isTable else { return }
        let (header, lines) = try records.takeHeader { scanner, text, location throws(GeofenceError) in
            let header = FieldTableHeader(in: text, of: scanner)
            fields = (header?.names ?? []).map { name in names.first { $0.name == name }?.key }
            let missing = required.filter { alternatives in !alternatives.contains { fields.contains($0) } }
            if let header, missing.isEmpty { return header }
            let wanted = missing.map { fields in
                names.filter { fields.contains($0.key) }.map(\.name).joined(separator: "|")
            }
            throw TableHeader.lacks(
                wanted.joined(separator: ", "),
                among: header?.titles ?? [],
                isKnown: fields.contains { $0 != nil },
                fewest: missing.count,
                at: location,
                naming: naming
            )
        }
        self.header = header
        records.delimiter = header.delimiter
        line = lines + 1
    }

    /// Reads a chunk and passes each record with its line to `body`; `false` at the end.
    ///
    /// - Throws: `unreadableInput` or `invalidSyntax` if the input fails or its gzip data is damaged, and whatever
    ///   `body` throws.
    func read(
        _ body: (_ line: Int, Result<FieldValues<Field>, FieldProblem>) throws(GeofenceError) -> Void
    ) throws(GeofenceError) -> Bool {
        guard let chunk = try records.next(recycling: &storage) else { return false }
        byteCount += chunk.count
        if chunk.oversizedLines > 0 {
            try body(line, .failure(FieldProblem(RecordProblem.tooLong(at: 0).message)))
            line += chunk.oversizedLines
        } else {
            try withScanner(of: chunk.bytes, count: chunk.count) { scanner throws(GeofenceError) in
                var search = LineSearch()
                while !scanner.isAtEnd {
                    try readRecord(&scanner, isLast: chunk.endsWithoutLineFeed, after: &search, body)
                }
            }
        }
        storage = chunk.bytes
        return true
    }

    /// Reads the record at the position and skips its line end.
    ///
    /// - Parameter isLast: Whether the chunk ends the input, without a line end.
    private func readRecord(
        _ scanner: inout ByteScanner,
        isLast: Bool,
        after search: inout LineSearch,
        _ body: (Int, Result<FieldValues<Field>, FieldProblem>) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        let first = scanner.position
        let end = recordEnd(from: first, after: &search, in: scanner)
        let record = scanner.withoutCarriageReturns(first..<end)
        let here = line
        line += 1 + scanner.lineFeeds(in: first..<end)
        if !scanner.isBlank(record, delimiter: header?.delimiter ?? .space) {
            let result: Result<FieldValues<Field>, FieldProblem>
            do throws(FieldProblem) {
                var values = FieldValues<Field>()
                guard scanner.isUTF8(record) else { throw FieldProblem("the line is not UTF-8 text") }
                if let header {
                    try readCells(of: record, header, &scanner, into: &values)
                } else {
                    try readObject(in: record, &scanner, into: &values)
                }
                result = .success(values)
            } catch {
                let isCut = isLast && end == scanner.end
                result = .failure(
                    isCut
                        ? FieldProblem("\(error.message); the input ends there without a line end and may be cut off")
                        : error
                )
            }
            try body(here, result)
        }
        scanner.position = end
        scanner.skipLineFeed()
    }

    /// Returns the offset of the line feed that ends the record at `first`, or the end of the text if there is none.
    private func recordEnd(from first: Int, after search: inout LineSearch, in scanner: ByteScanner) -> Int {
        guard let header else { return scanner.firstOffset(of: .lineFeed, from: first) ?? scanner.end }
        return scanner.recordEnd(
            from: first,
            delimiter: header.delimiter,
            columns: fields.count,
            after: &search
        ) { line in
            var (scanner, values) = (scanner, FieldValues<Field>())
            guard scanner.isUTF8(line) else { return false }
            return (try? readCells(of: line, header, &scanner, into: &values)) != nil && isRecord(values)
        }
    }

    private func readCells(
        of record: Range<Int>,
        _ header: FieldTableHeader,
        _ scanner: inout ByteScanner,
        into values: inout FieldValues<Field>
    ) throws(FieldProblem) {
        guard let cells = scanner.cells(of: record, delimiter: header.delimiter) else {
            throw FieldProblem("the quotes are unbalanced or misplaced: close each, and double those inside a cell")
        }
        guard cells.count == fields.count else {
            let verb = cells.count == 1 ? "is" : "are"
            throw FieldProblem(
                "there \(verb) \(cells.count.counted("cell")) for \(fields.count.counted("column"))"
            )
        }
        values.delimiter = header.delimiter
        for (field, cell) in zip(fields, cells) {
            guard let field, values[field] == nil else { continue }
            let text = scanner.text(of: cell)
            if !text.isEmpty { values[field] = text }
        }
    }

    private func readObject(
        in record: Range<Int>,
        _ scanner: inout ByteScanner,
        into values: inout FieldValues<Field>
    ) throws(FieldProblem) {
        scanner.position = record.lowerBound
        scanner.skipBlanks()
        // RFC 7464 sequences start each text with a record separator.
        while scanner.byte == .recordSeparator { scanner.position += 1 }
        scanner.skipBlanks()
        guard scanner.skip(UInt8(ascii: "{")) else { throw FieldProblem("the line is not a JSON object") }
        scanner.skipBlanks()
        // A bit for each key that gave a value.
        var used: UInt64 = 0
        if !scanner.skip(UInt8(ascii: "}")) {
            repeat {
                scanner.skipBlanks()
                guard let key = scanner.string() else { throw FieldProblem("a key is missing or not in quotes") }
                scanner.skipBlanks()
                guard scanner.skip(UInt8(ascii: ":")) else { throw FieldProblem("the colon after a key is missing") }
                scanner.skipBlanks()
                let first = scanner.position
                let string = scanner.byte == .quote ? scanner.string() : nil
                guard string != nil || scanner.skipValue(), scanner.position <= record.upperBound else {
                    throw FieldProblem("a value is missing or not closed")
                }
                if let spelling = keys.key(in: key.range, of: scanner) {
                    guard used & spelling.bit == 0 else { throw FieldProblem("a key occurs twice") }
                    if values[spelling.key] == nil,
                        let text = try text(of: string, or: first..<scanner.position, scanner)
                    {
                        values[spelling.key] = text
                        used |= spelling.bit
                    }
                }
                scanner.skipBlanks()
            } while scanner.skip(UInt8(ascii: ","))
            guard scanner.skip(UInt8(ascii: "}")) else { throw FieldProblem("a comma or the closing brace is missing") }
        }
        scanner.skipBlanks()
        guard scanner.position >= record.upperBound else {
            throw FieldProblem("unexpected text after the JSON object")
        }
    }

    /// Returns the text of a string, or of another value as written; `nil` for `null` and an empty string, as for an
    /// empty cell.
    private func text(
        of string: JSONString?,
        or range: Range<Int>,
        _ scanner: ByteScanner
    ) throws(FieldProblem) -> String? {
        guard let string else {
            return scanner.isNull(in: range) ? nil : scanner.text(in: range)
        }
        if string.range.isEmpty { return nil }
        guard string.hasEscapes else { return scanner.text(in: string.range) }
        guard let bytes = scanner.unescaped(string) else { throw FieldProblem("a string has an invalid escape") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
