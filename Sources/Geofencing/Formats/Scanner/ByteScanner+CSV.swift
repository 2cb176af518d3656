// No pointer is used here; ByteScanner.swift explains what keeps the position inside the text.

/// One cell of a CSV record: the range of its content, without quotes and surrounding space.
struct CSVCell {
    var range: Range<Int>
    /// The content, if it differs from the bytes of the range: that of a quoted cell with doubled quotes.
    var unescaped: [UInt8]?
}

/// The extent of an unsuccessful search for the end of a record.
///
/// A later search that is inside quotes at one of the same line ends would find the same, so it resumes at `end`.
struct QuoteSearch {
    /// The start of the record; at each line end from here to `end`, the search was inside quotes.
    fileprivate var start = 0
    /// The offset at which the search ended.
    fileprivate var end = 0
    /// The state at that offset.
    fileprivate var cell = CellState.start
}

/// The position of a byte in its cell.
private enum CellState {
    /// Before the first nonblank byte.
    case start
    /// In a cell without quotes.
    case plain
    case quoted
    /// After the quote that ends a cell.
    case closed
    /// After that quote and something else, on a line after the record's first.
    case broken
}

extension ByteScanner {
    /// The maximum distance from its start at which a record that continues after a line feed in quotes must end, where
    /// records are short.
    static let quotedRecordLimit = 65_536

    /// Returns the offset of the line feed that ends the CSV record at `first`; `nil` if that depends on bytes not read
    /// yet.
    ///
    /// A line feed in quotes does not end the record, unless the quotes are malformed or not closed soon: then the
    /// first line feed does, so that a stray quote costs one line and not everything after it.
    func recordEnd(from first: Int, delimiter: UInt8, isFinal: Bool) -> Int? {
        var search = QuoteSearch()
        return recordEnd(from: first, delimiter: delimiter, isFinal: isFinal, after: &search)
    }

    /// Like `recordEnd(from:delimiter:isFinal:)`, for consecutive records; `last` is the last unsuccessful search in
    /// this text.
    ///
    /// - Parameter quotedLimit: The maximum distance in bytes from the record's start at which quotes must be closed.
    func recordEnd(
        from first: Int,
        delimiter: UInt8,
        isFinal: Bool,
        quotedLimit: Int = quotedRecordLimit,
        after last: inout QuoteSearch
    ) -> Int? {
        guard let lineEnd = firstOffset(of: .lineFeed, from: first) ?? (isFinal ? end : nil) else { return nil }
        guard firstOffset(of: .quote, from: first, to: lineEnd) != nil else { return lineEnd }
        var cell = CellState.start
        var offset = first
        let limit = min(end, first + quotedLimit)
        while offset < limit {
            let byte = self[offset]
            if cell == .quoted {
                if byte == .quote {
                    if self[offset + 1] == .quote, offset + 1 < end { offset += 1 } else { cell = .closed }
                }
            } else if byte == .lineFeed {
                return offset
            } else if byte == delimiter {
                cell = .start
            } else if byte == .quote, cell == .start {
                cell = .quoted
            } else if !isBlank(at: offset, delimiter: delimiter) {
                // A carriage return may end the line.
                if cell == .closed, byte != .carriageReturn, offset > lineEnd {
                    cell = .broken
                    break
                }
                if cell != .closed || byte != .carriageReturn { cell = .plain }
            }
            offset += 1
            // Inside quotes after a line end that the last search passed inside quotes too: it continued from here in
            // the same way.
            if byte == .lineFeed, offset > last.start, offset < last.end { (offset, cell) = (last.end, last.cell) }
            if cell == .broken { break }
        }
        last = QuoteSearch(start: first, end: offset, cell: cell)
        if cell == .broken { return lineEnd }
        // A doubled quote may straddle the limit.
        if offset >= first + quotedLimit { return lineEnd }
        if !isFinal { return nil }
        return cell == .quoted ? lineEnd : end
    }

    /// Whether a CSV record has only spaces, and tabs that are not its delimiter.
    func isBlank(_ record: Range<Int>, delimiter: UInt8) -> Bool {
        record.allSatisfy { isBlank(at: $0, delimiter: delimiter) }
    }

    @inline(__always)
    private func isBlank(at offset: Int, delimiter: UInt8) -> Bool {
        self[offset] == .space || (self[offset] == .tab && delimiter != .tab)
    }

    /// Skips spaces, and tabs that are not the delimiter.
    @inline(__always)
    private mutating func skipBlanks(to end: Int, delimiter: UInt8) {
        while position < end, isBlank(at: position, delimiter: delimiter) { position += 1 }
    }

    /// Returns the range without the spaces and tabs at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower < upper, self[lower] == .space || self[lower] == .tab { lower += 1 }
        while upper > lower, self[upper - 1] == .space || self[upper - 1] == .tab { upper -= 1 }
        return lower..<upper
    }

    /// Splits the CSV record in a range into cells; `nil` if its quotes are malformed, with the position at the error.
    mutating func cells(of record: Range<Int>, delimiter: UInt8) -> [CSVCell]? {
        var cells: [CSVCell] = []
        position = record.lowerBound
        while true {
            let first = position
            skipBlanks(to: record.upperBound, delimiter: delimiter)
            if position < record.upperBound, byte == .quote {
                guard let cell = quotedCell(to: record.upperBound) else { return nil }
                cells.append(cell)
                skipBlanks(to: record.upperBound, delimiter: delimiter)
                guard position == record.upperBound || byte == delimiter else { return nil }
            } else {
                while position < record.upperBound, byte != delimiter { position += 1 }
                cells.append(CSVCell(range: trimmed(first..<position)))
            }
            guard position < record.upperBound else { return cells }
            position += 1
        }
    }

    /// Returns the content of a cell.
    func text(of cell: CSVCell) -> String {
        cell.unescaped.map { String(decoding: $0, as: UTF8.self) } ?? text(in: cell.range)
    }

    /// Returns the number that fills a cell; `nil` for anything else.
    ///
    /// Unless commas separate the cells, a decimal comma is accepted as well as a point: those who use one separate
    /// cells with semicolons.
    func number(in cell: Range<Int>, delimiter: UInt8) -> Double? {
        var scanner = self
        scanner.position = cell.lowerBound
        let value = scanner.number()
        if scanner.position == cell.upperBound { return value }
        guard let text = withDecimalPoint(at: scanner.position, in: cell, delimiter: delimiter) else { return nil }
        return Double(parsing: text)
    }

    /// Returns the time that fills a cell, accepting a decimal comma as in a number.
    ///
    /// - Parameter offset: The offset from UTC of a time without a zone; `nil` if a zone is required.
    func time(
        in cell: Range<Int>,
        unit: EpochUnit,
        delimiter: UInt8,
        offset: UTCOffset?
    ) throws(TimeProblem) -> Int64 {
        var scanner = self
        scanner.position = cell.lowerBound
        do throws(TimeProblem) {
            return try scanner.time(unit: unit, to: cell.upperBound, offset: offset)
        } catch {
            guard let text = withDecimalPoint(at: scanner.position, in: cell, delimiter: delimiter) else { throw error }
            return try withScanner(of: text) { scanner throws(TimeProblem) in
                try scanner.time(unit: unit, to: scanner.end, offset: offset)
            }
        }
    }

    /// Returns a cell with a point in place of the comma at an offset; `nil` if there is none, or if commas separate
    /// cells.
    private func withDecimalPoint(at offset: Int, in cell: Range<Int>, delimiter: UInt8) -> [UInt8]? {
        let comma = UInt8(ascii: ",")
        guard delimiter != comma, offset < cell.upperBound, self[offset] == comma else { return nil }
        var text = bytes(in: cell)
        text[offset - cell.lowerBound] = UInt8(ascii: ".")
        return text
    }

    private mutating func quotedCell(to limit: Int) -> CSVCell? {
        let opening = position
        position += 1
        var unescaped: [UInt8]?
        while position < limit {
            if byte == .quote {
                guard position + 1 < limit, byte(ahead: 1) == .quote else {
                    position += 1
                    return CSVCell(range: (opening + 1)..<(position - 1), unescaped: unescaped)
                }
                if unescaped == nil { unescaped = bytes(in: (opening + 1)..<position) }
                position += 1
            }
            unescaped?.append(byte)
            position += 1
        }
        position = opening
        return nil
    }
}
