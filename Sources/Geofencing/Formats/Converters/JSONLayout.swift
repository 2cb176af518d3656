/// How JSON is laid out whose objects are not one on each line.
enum JSONLayout {
    /// Objects in arrays, however nested.
    case array
    /// Objects over several lines.
    case overLines

    /// Detects the layout of an input from its beginning; `nil` if it need not be changed.
    init?(_ scanner: ByteScanner) {
        let first = scanner.firstOffsetOfText
        let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0)
        if let first, scanner[first] == UInt8(ascii: "["), brace != nil || scanner.hasOnlyEmptyArrays {
            self = .array
        } else if let brace, brace == first, scanner.isObjectOverLines(at: brace) {
            self = .overLines
        } else {
            return nil
        }
    }

    /// Changes the contents of an input to one object on each line, if they have another layout. Each is on the line on
    /// which it begins, unless an earlier one is already on that line.
    static func convertToLines(_ input: InputFile) throws(GeofenceError) {
        let head = try input.peek(RecordReader.headSize)
        guard withScanner(of: head, { JSONLayout($0) }) != nil else { return }
        try input.convert(from: "JSON") { scanner throws(CutDocument) in try lines(of: scanner) }
    }

    /// Returns the elements of all arrays, and what is outside of arrays, as lines.
    static func lines(of scanner: ByteScanner) throws(CutDocument) -> [UInt8] {
        try scanner.checkDocuments()
        var result = ConvertedLines(of: scanner)
        try scanner.forEachElement(in: scanner.wholeText) { element in
            result.append(at: element.lowerBound, scanner.bytes(in: element))
        }
        return result.text
    }
}

extension ByteScanner {
    /// Whether the first line of an object has only its brace.
    func isObjectOverLines(at brace: Int) -> Bool {
        var scanner = self
        scanner.position = brace + 1
        while scanner.byte == .space || scanner.byte == .tab { scanner.position += 1 }
        return !scanner.isAtEnd && (scanner.byte == .lineFeed || scanner.byte == .carriageReturn)
    }
}
