// No pointer is used here; see ByteScanner.swift for what keeps the position inside the text.

extension ByteScanner {
    /// A mark in the high bit of each byte of `word` that equals `byte`; exact up to the first mark.
    @inline(__always)
    private static func marks(_ byte: UInt8, in word: UInt64) -> UInt64 {
        let difference = word ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
        return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    }

    /// A mark in the high bit of each byte of `word` below a space; exact up to the first mark.
    @inline(__always)
    private static func controlMarks(in word: UInt64) -> UInt64 {
        (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
    }

    /// Steps to the next `delimiter`, quote or control character, whichever is first; says whether all before it was
    /// ASCII.
    @inline(__always)
    mutating func skipPlainCell(delimiter: UInt8) -> Bool {
        var nonASCII: UInt64 = 0
        while true {
            let word = word(at: position)
            let marks = Self.marks(delimiter, in: word) | Self.marks(.quote, in: word) | Self.controlMarks(in: word)
            if marks != 0 {
                let count = marks.trailingZeroBitCount &>> 3
                position &+= count
                // The bytes from the mark on are shifted out.
                return (nonASCII | (word & ((1 &<< UInt64(count &* 8)) &- 1))) & 0x8080_8080_8080_8080 == 0
            }
            nonASCII |= word
            position &+= 8
        }
    }

    /// Steps to the next quote, backslash or control character: the end of the plain part of a JSON string.
    @inline(__always)
    mutating func skipPlainString() -> Bool {
        var nonASCII: UInt64 = 0
        while true {
            let word = word(at: position)
            let marks = Self.marks(.quote, in: word) | Self.marks(.backslash, in: word) | Self.controlMarks(in: word)
            if marks != 0 {
                let count = marks.trailingZeroBitCount &>> 3
                position &+= count
                return (nonASCII | (word & ((1 &<< UInt64(count &* 8)) &- 1))) & 0x8080_8080_8080_8080 == 0
            }
            nonASCII |= word
            position &+= 8
        }
    }

    /// Steps to the next comma, closing bracket, quote, space or control character.
    @inline(__always)
    mutating func skipToScalarEnd() {
        while true {
            let word = word(at: position)
            // Setting the bit in which ] and } differ makes one search of two.
            let marks =
                Self.marks(UInt8(ascii: ","), in: word)
                | Self.marks(UInt8(ascii: "}"), in: word | 0x2020_2020_2020_2020)
                | ((word &- 0x2323_2323_2323_2323) & ~word & 0x8080_8080_8080_8080)
            if marks != 0 {
                position &+= marks.trailingZeroBitCount &>> 3
                return
            }
            position &+= 8
        }
    }

    /// Whether the bytes in a range are UTF-8 without control characters below the space.
    func isText(_ range: Range<Int>) -> Bool {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let lead = self[offset]
            // Well-formed sequences: The Unicode Standard, table 3-7.
            let (length, second): (Int, ClosedRange<UInt8>) =
                switch lead {
                case 0x20...0x7F: (1, 0x80...0xBF)
                case 0xC2...0xDF: (2, 0x80...0xBF)
                case 0xE0: (3, 0xA0...0xBF)
                case 0xE1...0xEC, 0xEE, 0xEF: (3, 0x80...0xBF)
                case 0xED: (3, 0x80...0x9F)
                case 0xF0: (4, 0x90...0xBF)
                case 0xF1...0xF3: (4, 0x80...0xBF)
                case 0xF4: (4, 0x80...0x8F)
                default: (0, 0x80...0xBF)
                }
            guard length > 0, offset + length <= range.upperBound else { return false }
            if length > 1 {
                guard second.contains(self[offset + 1]) else { return false }
                for index in stride(from: offset + 2, to: offset + length, by: 1) where self[index] & 0xC0 != 0x80 {
                    return false
                }
            }
            offset += length
        }
        return true
    }

    /// Whether a CSV record has nothing but spaces, and tabs that are not its delimiter.
    func isBlank(_ record: Range<Int>, delimiter: UInt8) -> Bool {
        record.allSatisfy { self[$0] == .space || (self[$0] == .tab && delimiter != .tab) }
    }

    /// The range without the spaces and tabs at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower < upper, self[lower] == .space || self[lower] == .tab { lower += 1 }
        while upper > lower, self[upper - 1] == .space || self[upper - 1] == .tab { upper -= 1 }
        return lower..<upper
    }
}

/// One cell of a CSV record: where its content stands, without quotes and the space around it.
struct Cell {
    var range: Range<Int>
    /// The content, where it is not simply the bytes of the range: a quoted cell with doubled quotes in it.
    var unescaped: [UInt8]?
}

/// How far a search for the end of a record went without success.
///
/// A search that is in quotes at the same line end goes on alike, so that it need not start there again.
struct QuoteSearch {
    /// Where the record started; at each line end from here to `end` the search was in quotes.
    fileprivate var start = 0
    /// Where the search ended.
    fileprivate var end = 0
    /// What it was in there.
    fileprivate var isQuoted = false
    fileprivate var isCellStart = false
}

extension ByteScanner {
    /// How far after its start a record that goes on behind a line feed in quotes must end.
    static let quotedRecordLimit = 65_536

    /// The offset of the line feed that ends the CSV record at `first`; `nil` where that depends on bytes not read yet.
    ///
    /// A line feed in quotes does not end it, unless the quotes are not closed soon: then the first line feed does, so
    /// that a stray quote costs one record and not the rest of the file.
    func recordEnd(from first: Int, delimiter: UInt8, isFinal: Bool) -> Int? {
        var search = QuoteSearch()
        return recordEnd(from: first, delimiter: delimiter, isFinal: isFinal, after: &search)
    }

    /// The same for one record after the other: `last` is the last search without success in this text.
    func recordEnd(from first: Int, delimiter: UInt8, isFinal: Bool, after last: inout QuoteSearch) -> Int? {
        guard let lineEnd = firstOffset(of: .lineFeed, from: first) ?? (isFinal ? end : nil) else { return nil }
        guard firstOffset(of: .quote, from: first, to: lineEnd) != nil else { return lineEnd }
        var isQuoted = false
        var isCellStart = true
        var offset = first
        let limit = min(end, first + Self.quotedRecordLimit)
        while offset < limit {
            let byte = self[offset]
            if isQuoted {
                if byte == .quote {
                    if self[offset + 1] == .quote, offset + 1 < end { offset += 1 } else { isQuoted = false }
                }
            } else if byte == .lineFeed {
                return offset
            } else if byte == .quote, isCellStart {
                isQuoted = true
                isCellStart = false
            } else {
                isCellStart = byte == delimiter || (isCellStart && byte == .space)
            }
            offset += 1
            // In quotes behind a line end that the last search passed in quotes too: it went on from here alike.
            if byte == .lineFeed, offset > last.start, offset < last.end {
                (offset, isQuoted, isCellStart) = (last.end, last.isQuoted, last.isCellStart)
            }
        }
        last = QuoteSearch(start: first, end: offset, isQuoted: isQuoted, isCellStart: isCellStart)
        // A doubled quote may stand on both sides of the limit.
        if offset >= first + Self.quotedRecordLimit { return lineEnd }
        if !isFinal { return nil }
        return isQuoted ? lineEnd : end
    }

    /// Splits the CSV record in a range into cells; `nil` if its quotes are not in order, with the position at the
    /// culprit.
    mutating func cells(of record: Range<Int>, delimiter: UInt8) -> [Cell]? {
        var cells: [Cell] = []
        position = record.lowerBound
        while true {
            let first = position
            while position < record.upperBound, byte == .space || (byte == .tab && delimiter != .tab) { position += 1 }
            if position < record.upperBound, byte == .quote {
                guard let cell = quotedCell(to: record.upperBound) else { return nil }
                cells.append(cell)
                while position < record.upperBound, byte == .space { position += 1 }
                guard position == record.upperBound || byte == delimiter else { return nil }
            } else {
                while position < record.upperBound, byte != delimiter { position += 1 }
                cells.append(Cell(range: trimmed(first..<position)))
            }
            guard position < record.upperBound else { return cells }
            position += 1
        }
    }

    private mutating func quotedCell(to limit: Int) -> Cell? {
        let opening = position
        position += 1
        var unescaped: [UInt8]?
        while position < limit {
            if byte == .quote {
                guard position + 1 < limit, byte(ahead: 1) == .quote else {
                    position += 1
                    return Cell(range: (opening + 1)..<(position - 1), unescaped: unescaped)
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
