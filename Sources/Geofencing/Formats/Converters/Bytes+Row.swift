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
