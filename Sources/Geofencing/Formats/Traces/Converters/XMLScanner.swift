/// Iterates over the tags and texts of an XML document, skipping comments, declarations and instructions.
///
/// Tags need not match, and entities are not replaced.
struct XMLScanner {
    enum Token {
        case start(name: Range<Int>, attributes: Range<Int>, isEmpty: Bool)
        case end(name: Range<Int>)
        case text(Range<Int>)
    }

    private let scanner: ByteScanner
    private var position = 0

    init(_ scanner: ByteScanner) { self.scanner = scanner }

    /// Returns the next tag or text; `nil` at the end, and at the beginning of one that is not closed.
    mutating func next() -> Token? {
        while position < scanner.end {
            let first = position
            guard scanner[first] == UInt8(ascii: "<") else {
                position = scanner.firstOffset(of: UInt8(ascii: "<"), from: first) ?? scanner.end
                return .text(first..<position)
            }
            if scanner.begins(with: "<![CDATA[".utf8, at: first) {
                guard let end = stepBehind("]]>") else { return nil }
                return .text((first + 9)..<(end - 3))
            } else if scanner.begins(with: "<!--".utf8, at: first) {
                guard stepBehind("-->") != nil else { return nil }
            } else if scanner.begins(with: "<?".utf8, at: first) {
                guard stepBehind("?>") != nil else { return nil }
            } else {
                guard let end = tagEnd(from: first) else { return nil }
                position = end + 1
                if scanner[first + 1] != UInt8(ascii: "!") { return tag((first + 1)..<end) }
            }
        }
        return nil
    }

    /// Returns the token for the contents of a tag between its brackets.
    private func tag(_ content: Range<Int>) -> Token {
        if scanner[content.lowerBound] == UInt8(ascii: "/") {
            return .end(name: name(in: (content.lowerBound + 1)..<content.upperBound))
        }
        let isEmpty = content.last.map { scanner[$0] } == UInt8(ascii: "/")
        let end = isEmpty ? content.upperBound - 1 : content.upperBound
        let name = name(in: content.lowerBound..<end)
        return .start(name: name, attributes: name.upperBound..<end, isEmpty: isEmpty)
    }

    private func name(in content: Range<Int>) -> Range<Int> {
        content.lowerBound..<(content.first { scanner[$0].isXMLSpace } ?? content.upperBound)
    }

    /// Steps past the next occurrence of a word and returns the offset there; `nil` if there is none.
    private mutating func stepBehind(_ word: String) -> Int? {
        while let next = scanner.firstOffset(of: UInt8(ascii: ">"), from: position) {
            position = next + 1
            if scanner.begins(with: word.utf8, at: max(0, position - word.utf8.count)) { return position }
        }
        position = scanner.end
        return nil
    }

    /// Returns the offset of the bracket that closes the tag at an offset, ignoring brackets in quotes.
    private func tagEnd(from first: Int) -> Int? {
        var quote: UInt8?
        for offset in first..<scanner.end {
            let byte = scanner[offset]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return offset
            } else if byte == .quote || byte == UInt8(ascii: "'") {
                quote = byte
            }
        }
        return nil
    }
}

extension ByteScanner {
    /// Returns what precedes a word at the end of a name: nothing, or a namespace prefix with its colon; `nil` for
    /// another name.
    func prefix(of word: String, in name: Range<Int>) -> String? {
        let start = name.upperBound - word.utf8.count
        guard start >= name.lowerBound, begins(with: word.utf8, at: start),
            start == name.lowerBound || self[start - 1] == UInt8(ascii: ":")
        else { return nil }
        return text(in: name.lowerBound..<start)
    }

    /// Whether a range contains a word and nothing else.
    func has(_ word: String, in range: Range<Int>) -> Bool {
        range.count == word.utf8.count && begins(with: word.utf8, at: range.lowerBound)
    }
}

extension UInt8 {
    /// Whether the byte is white space in XML.
    var isXMLSpace: Bool { self == .space || self == .tab || self == .lineFeed || self == .carriageReturn }
}
