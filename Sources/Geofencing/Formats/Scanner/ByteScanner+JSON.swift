// No pointer is used here; ByteScanner.swift explains what keeps the position inside the text.

/// A JSON string that was read.
struct JSONString {
    /// The range of the string between its quotes.
    var range: Range<Int>
    /// Whether the string contains backslashes.
    var hasEscapes: Bool
}

extension ByteScanner {
    /// The maximum nesting depth of arrays and objects, and of well-known text and binary.
    static let depthLimit = 32

    /// Skips spaces, tabs and line ends.
    @inline(__always)
    mutating func skipWhitespace() {
        while byte <= .space, byte == .space || byte == .lineFeed || byte == .carriageReturn || byte == .tab, !isAtEnd {
            position &+= 1
        }
    }

    /// Skips spaces, tabs and carriage returns.
    @inline(__always)
    mutating func skipBlanks() {
        while byte == .space || byte == .tab || byte == .carriageReturn { position &+= 1 }
    }

    /// Reads a string, starting at its opening quote; `nil`, with the position at the error, if there is none or it is
    /// not closed on its line.
    @inline(__always)
    mutating func string() -> JSONString? {
        guard skip(.quote) else { return nil }
        let first = position
        _ = skipPlainString()
        if byte == .quote {
            position &+= 1
            return JSONString(range: first..<(position &- 1), hasEscapes: false)
        }
        let (string, end) = stringWithEscapes(from: first)
        position = end
        return string
    }

    @inline(never)
    private func stringWithEscapes(from first: Int) -> (string: JSONString?, end: Int) {
        var scanner = self
        let string = scanner.readStringWithEscapes(from: first)
        return (string, scanner.position)
    }

    private mutating func readStringWithEscapes(from first: Int) -> JSONString? {
        var hasEscapes = false
        while byte != .quote {
            // Tabs are accepted, as many writers do not escape them.
            if byte == .backslash {
                hasEscapes = true
                guard byte(ahead: 1) >= .space else { return nil }
                position += 2
            } else if byte == .tab {
                position += 1
            } else {
                return nil
            }
            _ = skipPlainString()
        }
        position += 1
        return JSONString(range: first..<(position - 1), hasEscapes: hasEscapes)
    }

    /// Returns the bytes that a string represents; `nil` if an escape is invalid.
    func unescaped(_ string: JSONString) -> [UInt8]? {
        guard string.hasEscapes else { return bytes(in: string.range) }
        var scanner = self
        scanner.position = string.range.lowerBound
        var result: [UInt8] = []
        while scanner.position < string.range.upperBound {
            guard scanner.skip(.backslash) else {
                result.append(scanner.byte)
                scanner.position += 1
                continue
            }
            let escape = scanner.byte
            scanner.position += 1
            switch escape {
            case .quote, .backslash, UInt8(ascii: "/"): result.append(escape)
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(.lineFeed)
            case UInt8(ascii: "r"): result.append(.carriageReturn)
            case UInt8(ascii: "t"): result.append(.tab)
            case UInt8(ascii: "u"):
                guard let scalar = scanner.escapedScalar() else { return nil }
                result.append(contentsOf: Array(String(Character(scalar)).utf8))
            default: return nil
            }
        }
        return result
    }

    /// Reads the four digits after `\u`, and a second such escape if the first is half of a surrogate pair.
    private mutating func escapedScalar() -> Unicode.Scalar? {
        guard let first = hexadecimal() else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard skip(.backslash), skip(UInt8(ascii: "u")), let second = hexadecimal(), (0xDC00..<0xE000).contains(second)
        else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func hexadecimal() -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = byte.hexadecimalValue else { return nil }
            value = value << 4 | digit
            position += 1
        }
        return value
    }

    /// Reads a key and the white space around it, up to its value; `nil`, with the position at the error, if there is
    /// none.
    ///
    /// - Returns: The range of the key between its quotes.
    mutating func key() -> Range<Int>? {
        skipWhitespace()
        guard let key = string() else { return nil }
        skipWhitespace()
        guard skip(UInt8(ascii: ":")) else { return nil }
        skipWhitespace()
        return key.range
    }

    /// Calls `body` for each member of the object that begins at an offset, as far as it can be read and until it
    /// returns `false`: with the range of the key, and with a scanner at the value, which need not be complete.
    func forEachMember(ofObject brace: Int, _ body: (_ key: Range<Int>, _ value: ByteScanner) -> Bool) {
        var scanner = self
        scanner.position = brace
        guard scanner.skip(UInt8(ascii: "{")) else { return }
        while let key = scanner.key(), body(key, scanner), scanner.skipValue() {
            scanner.skipWhitespace()
            guard scanner.skip(UInt8(ascii: ",")) else { return }
        }
    }

    /// Skips a number or a word, only by its extent: `true`, `false`, `null`, or one that some programs write although
    /// JSON does not have it, such as `NaN`; false if neither begins here.
    @inline(__always)
    mutating func skipScalar() -> Bool {
        guard byte.isDigit || byte == UInt8(ascii: "-") || byte.isLetter else { return false }
        position &+= 1
        skipToScalarEnd()
        return true
    }

    /// Skips any value, only by its extent; false, with the position at the error, if brackets or quotes are malformed.
    @inline(__always)
    mutating func skipValue() -> Bool {
        if skipScalar() { return true }
        if byte == .quote { return string() != nil }
        let (isSound, end) = nestedEnd()
        position = end
        return isSound
    }

    @inline(never)
    private func nestedEnd() -> (isSound: Bool, end: Int) {
        var scanner = self
        let isSound = scanner.skipNested(depth: 1)
        return (isSound, scanner.position)
    }

    private mutating func skipNested(depth: Int) -> Bool {
        let isObject = byte == UInt8(ascii: "{")
        guard isObject || byte == UInt8(ascii: "["), depth <= Self.depthLimit else { return false }
        let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        position += 1
        skipWhitespace()
        if skip(close) { return true }
        while true {
            if isObject {
                guard key() != nil else { return false }
            } else {
                skipWhitespace()
            }
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                guard skipNested(depth: depth + 1) else { return false }
            } else {
                guard skipScalar() || string() != nil else { return false }
            }
            skipWhitespace()
            if skip(UInt8(ascii: ",")) { continue }
            return skip(close)
        }
    }

    /// Whether `skipValue()` refused the value at `start` because of its nesting; the position is where `skipValue()`
    /// left it.
    func isTooDeep(since start: Int) -> Bool {
        guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { return false }
        var scanner = self
        scanner.position = start
        var depth = 0
        while scanner.position < position {
            switch scanner.byte {
            case .quote:
                guard scanner.string() != nil else { return false }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            scanner.position += 1
        }
        return depth >= Self.depthLimit
    }
}
