/// JSON of fixes that are not one on each line: in arrays, or each over several lines.
enum JSONTraceConverter {
    /// Returns the elements of all arrays, and what is outside of arrays, as lines.
    static func ndjson(of scanner: ByteScanner) throws(CutDocument) -> [UInt8] {
        try scanner.checkDocuments()
        var result = ConvertedLines(of: scanner)
        var scanner = scanner
        if scanner.begins(with: UInt8.byteOrderMark) { scanner.position = UInt8.byteOrderMark.count }
        while true {
            while isBetweenElements(scanner.byte), !scanner.isAtEnd { scanner.position += 1 }
            guard !scanner.isAtEnd else { return result.text }
            let first = scanner.position
            try scanner.skipWholeValue()
            result.append(at: first, scanner.bytes(in: first..<scanner.position))
        }
    }

    /// Whether there is nothing in the arrays of an input.
    static func isEmpty(_ scanner: ByteScanner) -> Bool {
        scanner.bytes(in: 0..<scanner.end).allSatisfy(isBetweenElements)
    }

    private static func isBetweenElements(_ byte: UInt8) -> Bool {
        byte <= .space || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: ",")
    }
}
