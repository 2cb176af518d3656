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
    /// The offset behind the last token.
    private(set) var position: Int

    /// Creates an iterator from the scanner's position on.
    init(_ scanner: ByteScanner) {
        self.scanner = scanner
        position = scanner.position
    }

    /// Returns the next tag or text; `nil` at the end, and at the beginning of one that is not closed.
    mutating func next() -> Token? {
        while position < scanner.end {
            let first = position
            guard scanner[first] == UInt8(ascii: "<") else {
                position = scanner.firstOffset(of: UInt8(ascii: "<"), from: first) ?? scanner.end
                return .text(first..<position)
            }
            switch scanner[first + 1] {
            case UInt8(ascii: "!"):
                if scanner.begins(with: "<![CDATA[".utf8, at: first) {
                    guard let end = stepBehind("]]>") else { return nil }
                    return .text((first + 9)..<(end - 3))
                } else if scanner.begins(with: "<!--".utf8, at: first) {
                    guard stepBehind("-->") != nil else { return nil }
                } else {
                    guard let end = tagEnd(from: first) else { return nil }
                    position = end + 1
                }
            case UInt8(ascii: "?"):
                guard stepBehind("?>") != nil else { return nil }
            default:
                guard let end = tagEnd(from: first) else { return nil }
                position = end + 1
                return tag((first + 1)..<end)
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
        var offset = first
        while offset < scanner.end {
            let byte = scanner[offset]
            if byte == UInt8(ascii: ">") { return offset }
            offset += 1
            guard byte == .quote || byte == UInt8(ascii: "'") else { continue }
            guard let quote = scanner.firstOffset(of: byte, from: offset) else { return nil }
            offset = quote + 1
        }
        return nil
    }
}

extension XMLScanner {
    /// Returns the value of an attribute; names and `=` may have white space around them, and values either kind of
    /// quotes.
    ///
    /// - Parameter attributes: The range of all attributes in the tag.
    func attribute(_ name: [UInt8], in attributes: Range<Int>) -> [UInt8] {
        var rest = attributes
        func skipSpace() { rest = rest.drop { scanner[$0].isXMLSpace } }
        while true {
            skipSpace()
            let key = rest.prefix { scanner[$0] != UInt8(ascii: "=") && !scanner[$0].isXMLSpace }
            rest = rest.dropFirst(key.count)
            skipSpace()
            guard let sign = rest.first, scanner[sign] == UInt8(ascii: "=") else { return [] }
            rest = rest.dropFirst()
            skipSpace()
            guard let open = rest.first, scanner[open] == .quote || scanner[open] == UInt8(ascii: "'"),
                let close = scanner.firstOffset(of: scanner[open], from: open + 1, to: rest.upperBound)
            else { return [] }
            if scanner.has(name, in: key) {
                return scanner.bytes(in: ((open + 1)..<close).trimming { scanner[$0].isXMLSpace })
            }
            rest = (close + 1)..<rest.upperBound
        }
    }

    /// Returns a text with the five entities of XML and the numbers of characters replaced; others stay as they are.
    static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var rest = bytes[...]
        while let first = rest.firstIndex(of: UInt8(ascii: "&")) {
            text += rest[..<first]
            rest = rest[(first + 1)...]
            let name = rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "&") }
            if rest.dropFirst(name.count).first == UInt8(ascii: ";"), let character = character(of: name) {
                text += character.utf8
                rest = rest.dropFirst(name.count + 1)
            } else {
                text.append(UInt8(ascii: "&"))
            }
        }
        return String(decoding: text + rest, as: UTF8.self)
    }

    /// Returns what an entity stands for: the name of one, or `#` and the number of a character.
    private static func character(of name: ArraySlice<UInt8>) -> String? {
        let name = String(decoding: name, as: UTF8.self)
        guard name.hasPrefix("#") else { return entities[name] }
        let isHexadecimal = name.hasPrefix("#x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        guard digits.first?.isHexDigit == true else { return nil }
        return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init).map(String.init)
    }

    private static let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
}

extension ByteScanner {
    /// Whether a tag of this name, with a namespace prefix or without, begins in the first 64 KiB; it may be cut off.
    func hasTag(_ word: String) -> Bool {
        var next = firstOffset(of: UInt8(ascii: "<"), from: 0)
        while let first = next, first < RecordReader.headSize {
            let name = ((first + 1)..<end).prefix(100).prefix { !self[$0].isXMLSpace && self[$0] != UInt8(ascii: ">") }
            if prefix(of: word, in: name) != nil { return true }
            next = firstOffset(of: UInt8(ascii: "<"), from: first + 1)
        }
        return false
    }

    /// Returns a name without its namespace prefix.
    func localName(in name: Range<Int>) -> String {
        let text = text(in: name)
        return text.lastIndex(of: ":").map { String(text[text.index(after: $0)...]) } ?? text
    }

    /// Whether a text is the contents of a CDATA section, in which entities are not replaced.
    func isCharacterData(_ text: Range<Int>) -> Bool {
        text.lowerBound >= 9 && begins(with: "<![CDATA[".utf8, at: text.lowerBound - 9)
    }

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
    func has(_ word: [UInt8], in range: Range<Int>) -> Bool {
        range.count == word.count && begins(with: word, at: range.lowerBound)
    }
}

extension UInt8 {
    /// Whether the byte is white space in XML.
    var isXMLSpace: Bool { self == .space || self == .tab || self == .lineFeed || self == .carriageReturn }
}
