/// The members of one JSON object that are neither arrays nor objects.
struct JSONMembers {
    private struct Value {
        /// The text of the value: that of a string, or another value like a string without escapes; empty for `null`.
        var string: JSONString
        /// The range of the value, including the quotes of a string.
        var extent: Range<Int>
    }

    private var values: [String: Value] = [:]
    private let scanner: ByteScanner

    /// Reads the object in a range, as far as it can be read.
    init(of object: Range<Int>, in scanner: ByteScanner) {
        self.scanner = scanner
        var scanner = scanner
        scanner.position = object.lowerBound
        guard !object.isEmpty, scanner.skip(UInt8(ascii: "{")) else { return }
        while scanner.position < object.upperBound {
            guard let key = scanner.key() else { return }
            let first = scanner.position
            if scanner.byte == .quote {
                guard let string = scanner.string() else { return }
                values[scanner.text(in: key)] = Value(string: string, extent: first..<scanner.position)
            } else {
                guard scanner.skipValue() else { return }
                if scanner[first] != UInt8(ascii: "{"), scanner[first] != UInt8(ascii: "[") {
                    let isNull = scanner[first] == UInt8(ascii: "n")
                    let range = first..<(isNull ? first : scanner.position)
                    values[scanner.text(in: key)] = Value(
                        string: JSONString(range: range, hasEscapes: false),
                        extent: first..<scanner.position
                    )
                }
            }
            scanner.skipWhitespace()
            guard scanner.skip(UInt8(ascii: ",")) else { return }
        }
    }

    /// Returns the range of a member's value, including the quotes of a string; `nil` if there is no such member.
    func extent(of key: String) -> Range<Int>? { values[key]?.extent }

    /// Returns the first of these members that has a value, without the quotes and escapes of a string; empty if those
    /// that are present are `null` or empty, `nil` if none is present.
    func bytes(_ keys: String...) -> [UInt8]? {
        var found: [UInt8]?
        for key in keys {
            guard let value = values[key] else { continue }
            let bytes = scanner.unescaped(value.string) ?? TraceConverter.refused
            if !bytes.isEmpty { return bytes }
            found = bytes
        }
        return found
    }
}
