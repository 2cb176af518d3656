/// The table made from a file whose records are not lines: each is on the line on which it begins in the file, unless
/// an earlier one is already on that line.
struct ConvertedTable {
    private(set) var text: [UInt8]

    private let scanner: ByteScanner
    /// The number of line ends in `text` after its header.
    private var lines = 0
    /// The number of line ends in the file up to an offset.
    private var counted = (lines: 0, offset: 0)

    /// - Parameter header: The names of the columns, with commas between them.
    init(_ header: String, of scanner: ByteScanner) {
        text = Array(header.utf8) + [.lineFeed]
        self.scanner = scanner
    }

    /// Appends a record that begins at an offset of the file; offsets ascend.
    mutating func append(_ cells: [[UInt8]], at offset: Int) {
        let line = line(at: offset)
        if lines < line {
            text += repeatElement(.lineFeed, count: line - lines)
            lines = line
        }
        text.append(row: cells)
        lines += 1
    }

    /// Returns the number of the line of the file, from 0, at an offset that is not before the last one.
    mutating func line(at offset: Int) -> Int {
        counted = (counted.lines + scanner.lineFeeds(in: counted.offset..<offset), offset)
        return counted.lines
    }
}

extension [UInt8] {
    /// A text that is invalid for every value; replaces one that cannot be read, which is then rejected and counted.
    static let refused = [refusedByte]

    static let refusedByte: UInt8 = 0x1A

    /// Appends the cells of a row, which is one line whatever they contain.
    mutating func append(row cells: [[UInt8]]) {
        for (number, cell) in cells.enumerated() {
            if number > 0 { append(UInt8(ascii: ",")) }
            append(csvCell: cell.contains(.lineFeed) ? .refused : cell)
        }
        append(.lineFeed)
    }
}
