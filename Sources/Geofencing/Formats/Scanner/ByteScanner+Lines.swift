// No pointer is used here; ByteScanner.swift explains what keeps the position inside the text.

/// The state of a search for record ends in a table whose records may span several lines.
struct LineSearch {
    fileprivate var quotes = QuoteSearch()
    /// The offset up to which each line is a record of its own.
    fileprivate var separate = 0
}

extension ByteScanner {
    /// Returns the range of the next line, without its line feed, and steps behind that; `nil` at the end of the text.
    ///
    /// - Parameter isAll: Whether a last line without a line feed counts.
    mutating func nextLine(isAll: Bool) -> Range<Int>? {
        let first = position
        guard first < end, let lineEnd = firstOffset(of: .lineFeed, from: first) ?? (isAll ? end : nil) else {
            return nil
        }
        position = min(lineEnd + 1, end)
        return first..<lineEnd
    }

    /// Returns the offset of the line feed that ends the CSV record at `first`, or the end of the text, which ends the
    /// last one; for consecutive records.
    ///
    /// A quote that is closed lines later may be a stray one: then a line in between, or the last one, is a record by
    /// itself, and so is each of them.
    ///
    /// - Parameters:
    ///   - columns: The number of cells of a record.
    ///   - quotedLimit: The maximum distance in bytes from the record's start at which quotes must be closed.
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

    /// Whether a line after the first one of a CSV record is a record by itself, which means that the quote is a stray
    /// one.
    ///
    /// - Parameter isRecord: Whether a line with enough delimiters is a record by itself.
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
        // If the first cell spans several lines, the line on which it ends looks like a record too; the line on which
        // it begins does not.
        let last = withoutCarriageReturns(first..<record.upperBound)
        return hasCells(last) && hasCells(record.lowerBound..<firstEnd) && isRecord(last)
    }
}
