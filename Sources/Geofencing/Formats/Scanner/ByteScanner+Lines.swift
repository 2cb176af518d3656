// No pointer is used here; see ByteScanner.swift for what keeps the position inside the text.

/// What is known of the lines of a table where a record may go on over several of them.
struct LineSearch {
    fileprivate var quotes = QuoteSearch()
    /// Up to where each line is a record of its own.
    fileprivate var separate = 0
}

extension ByteScanner {
    /// The offset of the line feed that ends the CSV record at `first`, or of the end of the text, which ends the last one; for one record
    /// after the other.
    ///
    /// A quote that is closed lines later may be a stray one: then a line in between, or the last one, is a record by itself, and so is each
    /// of them.
    ///
    /// - Parameters:
    ///   - columns: How many cells a record has.
    ///   - quotedLimit: How soon quotes must be closed, in bytes after the record's start.
    ///   - isRecord: Whether a line with enough delimiters is a record by itself.
    func recordEnd(
        from first: Int,
        delimiter: UInt8,
        columns: Int,
        quotedLimit: Int = quotedRecordLimit,
        after search: inout LineSearch,
        where isRecord: (Range<Int>) -> Bool
    ) -> Int {
        let lineEnd = firstOffset(of: .lineFeed, from: first) ?? end
        guard first >= search.separate else { return lineEnd }
        let joinedEnd =
            recordEnd(
                from: first,
                delimiter: delimiter,
                isFinal: true,
                quotedLimit: quotedLimit,
                after: &search.quotes
            ) ?? end
        guard hasRecord(in: first..<joinedEnd, delimiter: delimiter, columns: columns, isRecord) else {
            return joinedEnd
        }
        search.separate = joinedEnd
        return lineEnd
    }

    /// Whether a line behind the first one of a CSV record is a record by itself, so that its quote is a stray one.
    ///
    /// - Parameter isRecord: Tells that of a line with enough delimiters.
    private func hasRecord(
        in record: Range<Int>,
        delimiter: UInt8,
        columns: Int,
        _ isRecord: (Range<Int>) -> Bool
    ) -> Bool {
        func hasCells(_ line: Range<Int>) -> Bool { line.count(where: { self[$0] == delimiter }) >= columns - 1 }
        guard let firstEnd = firstOffset(of: .lineFeed, from: record.lowerBound, to: record.upperBound) else {
            return false
        }
        var first = firstEnd + 1
        while let end = firstOffset(of: .lineFeed, from: first, to: record.upperBound) {
            let line = withoutCarriageReturns(first..<end)
            if hasCells(line), isRecord(line) { return true }
            first = end + 1
        }
        // The end of a cell of several lines looks like a record too where the cell is the first one; its beginning does not.
        let last = withoutCarriageReturns(first..<record.upperBound)
        return hasCells(last) && hasCells(record.lowerBound..<firstEnd) && isRecord(last)
    }
}
