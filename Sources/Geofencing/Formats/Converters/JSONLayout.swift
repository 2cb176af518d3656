/// How JSON is laid out whose objects are not one on each line.
enum JSONLayout: Equatable {
    /// Objects in arrays, however nested.
    case array
    /// Objects over several lines, or all on one.
    case overLines
    /// Objects in the array that an outer object has under this key.
    case list(String)

    /// Detects the layout of an input from its beginning; `nil` if it need not be changed.
    init?(_ scanner: ByteScanner) {
        let first = scanner.firstOffsetOfText
        let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0)
        if let first, scanner[first] == UInt8(ascii: "["), brace != nil || scanner.hasOnlyEmptyArrays {
            self = .array
        } else if let brace, brace == first,
            scanner.isBraceAlone(at: brace) || scanner.isObjectOverLines(at: brace) || scanner.isOneLine(from: brace)
        {
            self = .overLines
        } else {
            return nil
        }
    }

    /// The `jq` filter that gives the objects of the file; empty if they are the values of the file.
    var filter: String {
        switch self {
        case .array: "flatten[]"
        case .overLines: ""
        case .list(let key): ".\"\(key)\"[]"
        }
    }

    /// Returns an input as one object on each line, if it has another layout.
    static func lines(of input: InputFile) throws(GeofenceError) -> InputFile {
        let head = try input.peek(RecordReader.headSize)
        return withScanner(of: head) { JSONLayout($0) } == nil
            ? input : InputFile(ConvertedInput(input, by: ElementConverter()))
    }
}

extension ByteScanner {
    /// Whether the first line of an object has only its brace.
    func isBraceAlone(at brace: Int) -> Bool {
        var scanner = self
        scanner.position = brace + 1
        while scanner.byte == .space || scanner.byte == .tab { scanner.position += 1 }
        return !scanner.isAtEnd && (scanner.byte == .lineFeed || scanner.byte == .carriageReturn)
    }

    /// Whether an object takes more than a line; `false` if not all of it is here.
    fileprivate func isObjectOverLines(at brace: Int) -> Bool {
        var scanner = self
        scanner.position = brace
        guard scanner.skipValue() else { return false }
        return (brace..<scanner.position).contains { self[$0] == .lineFeed || self[$0] == .carriageReturn }
    }

    /// Whether an object and others right after it are the only line, as far as the text is here.
    fileprivate func isOneLine(from brace: Int) -> Bool {
        var scanner = self
        scanner.position = brace
        guard scanner.skipValue() else { return false }
        while scanner.byte == .space || scanner.byte == .tab { scanner.position += 1 }
        guard scanner.byte == UInt8(ascii: "{") else { return false }
        let lineFeed = firstOffset(of: .lineFeed, from: scanner.position) ?? end
        return (lineFeed..<end).allSatisfy { self[$0] <= .space }
    }
}
