extension [UInt8] {
    /// The text with one space in place of line ends and the white space around them.
    var onOneLine: [UInt8] {
        guard contains(where: \.isLineEnd) else { return self }
        let lines = split(whereSeparator: \.isLineEnd).map { $0.trimming { $0 <= .space } }
        return Array(lines.joined(separator: [.space]))
    }

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

extension UInt8 {
    fileprivate var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }
}
