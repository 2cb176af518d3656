extension ByteScanner {
    /// Calls `body` with the extent of each element of all arrays in a range, however nested, and of each value outside
    /// of arrays.
    func forEachElement(in range: Range<Int>, _ body: (Range<Int>) throws(CutDocument) -> Void) throws(CutDocument) {
        var scanner = self
        scanner.position = range.lowerBound
        while true {
            while scanner.position < range.upperBound, Self.isBetweenElements(scanner.byte) { scanner.position += 1 }
            guard scanner.position < range.upperBound else { return }
            let first = scanner.position
            try scanner.skipWholeValue()
            try body(first..<scanner.position)
        }
    }

    /// The range of the text without a byte order mark.
    var wholeText: Range<Int> { (begins(with: UInt8.byteOrderMark) ? UInt8.byteOrderMark.count : 0)..<end }

    /// The offset of the first byte that is neither white space nor a record separator; `nil` if there is none.
    var firstOffsetOfText: Int? { wholeText.first { self[$0] > .space } }

    /// Whether there is nothing but arrays in the text, and nothing in these.
    var hasOnlyEmptyArrays: Bool { wholeText.allSatisfy { Self.isBetweenElements(self[$0]) } }

    private static func isBetweenElements(_ byte: UInt8) -> Bool {
        byte <= .space || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: ",")
    }
}
