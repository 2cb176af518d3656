/// The members of one JSON object whose values are no arrays or objects.
struct JSONMembers {
    /// What stands for each value: a string, or another value as if it were one without escapes.
    private var values: [String: JSONString] = [:]
    private let scanner: ByteScanner

    /// Reads the object in a range, as far as it can be read.
    init(of object: Range<Int>, in scanner: ByteScanner) {
        self.scanner = scanner
        var scanner = scanner
        scanner.position = object.lowerBound
        guard !object.isEmpty, scanner.skip(UInt8(ascii: "{")) else { return }
        while scanner.position < object.upperBound {
            scanner.skipWhitespace()
            guard let key = scanner.string() else { return }
            scanner.skipWhitespace()
            guard scanner.skip(UInt8(ascii: ":")) else { return }
            scanner.skipWhitespace()
            let first = scanner.position
            if scanner.byte == .quote {
                guard let string = scanner.string() else { return }
                values[scanner.text(in: key.range)] = string
            } else {
                guard scanner.skipValue() else { return }
                if scanner[first] != UInt8(ascii: "{"), scanner[first] != UInt8(ascii: "[") {
                    let value = JSONString(range: first..<scanner.position, hasEscapes: false)
                    values[scanner.text(in: key.range)] = value
                }
            }
            scanner.skipWhitespace()
            guard scanner.skip(UInt8(ascii: ",")) else { return }
        }
    }

    /// The value of a member, without the quotes and escapes of a string.
    func text(_ key: String) -> String? { bytes(key).map { String(decoding: $0, as: UTF8.self) } }

    /// The bytes of the first of these members that is there, without escapes; as they stand where an escape is none.
    func bytes(_ keys: String...) -> [UInt8]? {
        for key in keys {
            if let value = values[key] { return scanner.unescaped(value) ?? scanner.bytes(in: value.range) }
        }
        return nil
    }
}
