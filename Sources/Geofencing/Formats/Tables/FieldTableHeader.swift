/// The first record of a table whose columns are fields.
struct FieldTableHeader: Sendable {
    let delimiter: UInt8

    /// The names of the columns as written.
    let titles: [String]

    /// The names in lower case, with `_` for `-`, points and spaces.
    let names: [String]

    /// Reads the header in a range of the scanner's text; `nil` if its quotes are malformed.
    init?(in record: Range<Int>, of scanner: ByteScanner) {
        delimiter = TableHeader.delimiter(in: record, of: scanner)
        var scanner = scanner
        let text = scanner.withoutCarriageReturns(record)
        guard let cells = scanner.cells(of: text, delimiter: delimiter) else { return nil }
        titles = cells.map { scanner.text(of: $0) }
        names = titles.map(ColumnRole.normalized)
    }

    /// Reads the header on the first line that is not blank of an input whose beginning a scanner has.
    init?(atBeginningOf scanner: ByteScanner) {
        var scanner = scanner
        scanner.position = max(scanner.position, scanner.wholeText.lowerBound)
        scanner.skipWhitespace()
        scanner.skipSeparatorLine()
        let end = scanner.firstOffset(of: .lineFeed, from: scanner.position) ?? scanner.end
        self.init(in: scanner.position..<end, of: scanner)
    }
}
