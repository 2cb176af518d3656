/// What is known of the lines of a table where a record may go on over several of them.
struct LineSearch {
    fileprivate var quotes = QuoteSearch()
    /// Up to where each line is a record of its own.
    fileprivate var separate = 0
}

// Where records end.
extension TableFixParser {
    /// The offset of the line feed that ends the record at `first`, or of the end.
    ///
    /// A quote that is closed lines later may be a stray one: then a line in between is a record by itself.
    func recordEnd(from first: Int, after search: inout LineSearch, in scanner: ByteScanner) -> Int {
        let lineEnd = scanner.firstOffset(of: .lineFeed, from: first) ?? scanner.end
        guard joinsLines, first >= search.separate else { return lineEnd }
        let end =
            scanner.recordEnd(from: first, delimiter: header.delimiter, isFinal: true, after: &search.quotes)
            ?? scanner.end
        guard
            scanner.hasRecord(
                in: first..<end,
                delimiter: header.delimiter,
                columns: header.roles.count,
                { line in
                    var (scanner, tally) = (scanner, ParsedFixes())
                    return (try? carefulFix(in: line, isCut: false, of: &scanner, into: &tally)) != nil
                }
            )
        else { return end }
        search.separate = end
        return lineEnd
    }
}
