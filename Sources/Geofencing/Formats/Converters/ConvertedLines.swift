/// The lines made from a file whose records are not lines: each is on the line on which it begins in the file, unless
/// an earlier one is already on that line.
struct ConvertedLines {
    private(set) var text: [UInt8]

    /// The number of line ends made so far, after the header.
    private var lines = 0

    /// - Parameter header: The line before that of the first record, with its line end; empty if there is none.
    init(header: [UInt8] = []) { text = header }

    /// Appends a record that begins on a line of the file, counted from 0; lines ascend. Line ends in it become spaces,
    /// and a NUL a byte because of which it is refused, instead of the whole input as binary data.
    mutating func append(_ record: some Collection<UInt8>, onLine line: Int) {
        begin(onLine: line)
        let first = text.count
        text += record
        end(from: first)
    }

    /// Appends the record that is in a range of the scanner's text, like `append(_:onLine:)`.
    mutating func append(_ record: Range<Int>, of scanner: ByteScanner, onLine line: Int) {
        begin(onLine: line)
        let first = text.count
        scanner.append(record, to: &text)
        end(from: scanner.hasLineEndOrNUL(in: record) ? first : text.count)
    }

    /// Appends the row of a table, like `append(_:onLine:)`.
    mutating func append(row cells: [[UInt8]], onLine line: Int) {
        begin(onLine: line)
        let first = text.count
        text.append(row: cells)
        text.removeLast()
        end(from: first)
    }

    /// Appends `text`, which has as many line ends as the next lines of the file that it stands for. A NUL in it
    /// becomes a byte because of which its record is refused, instead of the whole input as binary data.
    mutating func append(lines text: [UInt8]) {
        var (ends, zeros): (UInt64, UInt64) = (0, 0)
        for byte in text {
            ends &+= (byte == .lineFeed).bit
            zeros &+= (byte == 0).bit
        }
        lines += Int(ends)
        self.text += zeros == 0 ? text : text.map { $0 == 0 ? [UInt8].refusedByte : $0 }
    }

    /// Removes the text, for the lines that follow, and keeps its memory.
    mutating func removeText() { text.removeAll(keepingCapacity: true) }

    private mutating func begin(onLine line: Int) {
        guard lines < line else { return }
        text += repeatElement(.lineFeed, count: line - lines)
        lines = line
    }

    /// Ends a line, of which the text may have line ends and NULs from `first` on.
    private mutating func end(from first: Int) {
        for index in first..<text.count where text[index] < .space {
            switch text[index] {
            case .lineFeed, .carriageReturn: text[index] = .space
            case 0: text[index] = [UInt8].refusedByte
            default: break
            }
        }
        text.append(.lineFeed)
        lines += 1
    }
}

extension ByteScanner {
    fileprivate func hasLineEndOrNUL(in range: Range<Int>) -> Bool {
        func has(_ byte: UInt8) -> Bool { firstOffset(of: byte, from: range.lowerBound, to: range.upperBound) != nil }
        return has(.lineFeed) || has(.carriageReturn) || has(0)
    }
}
