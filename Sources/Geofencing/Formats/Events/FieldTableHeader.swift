/// The first record of a table whose columns are fields.
struct FieldTableHeader: Sendable {
    let delimiter: UInt8

    /// The columns' names as they stand.
    let titles: [String]

    /// The same in lower case, with `_` for `-` and a space.
    let names: [String]

    /// Reads the header in a range of the scanner's text; `nil` if its quotes are not in order.
    init?(in record: Range<Int>, of scanner: ByteScanner) {
        delimiter = TableHeader.delimiter(in: record, of: scanner)
        var scanner = scanner
        let text = scanner.withoutCarriageReturns(record)
        guard let cells = scanner.cells(of: text, delimiter: delimiter) else { return nil }
        titles = cells.map { scanner.text(of: $0) }
        names = titles.map(ColumnRole.normalized)
    }
}
