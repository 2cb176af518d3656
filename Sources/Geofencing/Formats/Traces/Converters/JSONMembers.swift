/// The members of one JSON object whose values are no arrays or objects, as they stand.
struct JSONMembers {
    private var values: [String: Range<Int>] = [:]
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
            let isText = scanner.byte == .quote
            guard scanner.skipValue() else { return }
            let range = isText ? (first + 1)..<(scanner.position - 1) : first..<scanner.position
            if scanner[first] != UInt8(ascii: "{"), scanner[first] != UInt8(ascii: "[") {
                values[scanner.text(in: key.range)] = range
            }
            scanner.skipWhitespace()
            guard scanner.skip(UInt8(ascii: ",")) else { return }
        }
    }

    /// The value of a member, without the quotes of a string.
    func text(_ key: String) -> String? { values[key].map { scanner.text(in: $0) } }

    /// The bytes of the first of these members that is there.
    func bytes(_ keys: String...) -> [UInt8]? {
        for key in keys { if let range = values[key] { return scanner.bytes(in: range) } }
        return nil
    }
}
