/// The members of one JSON object.
struct JSONMembers {
    private struct Member {
        let key: Range<Int>
        /// The range of the value, including the quotes of a string.
        let value: Range<Int>
    }

    private var members: [Member] = []
    /// The offset up to which the object was read, which is that of its closing brace if it could be read.
    private(set) var end: Int
    private let scanner: ByteScanner

    /// Reads the object in a range, as far as it can be read.
    init(of object: Range<Int>, in scanner: ByteScanner) {
        self.scanner = scanner
        var scanner = scanner
        scanner.position = object.lowerBound
        end = scanner.position
        defer { end = scanner.position }
        guard !object.isEmpty, scanner.skip(UInt8(ascii: "{")) else { return }
        while scanner.position < object.upperBound {
            guard let key = scanner.key() else { return }
            let first = scanner.position
            guard scanner.skipValue() else { return }
            members.append(Member(key: key, value: first..<scanner.position))
            scanner.skipWhitespace()
            guard scanner.skip(UInt8(ascii: ",")) else { return }
        }
    }

    /// Returns the range of a member's value, including the quotes of a string; `nil` if there is no such member, or it
    /// is an array or object.
    func extent(of key: String) -> Range<Int>? { value(of: key, isNested: false) }

    /// Returns the range of a member that is an array or object; `nil` if there is no such member.
    func nested(_ key: String) -> Range<Int>? { value(of: key, isNested: true) }

    /// Returns the value of the last member of this name.
    private func value(of key: String, isNested: Bool) -> Range<Int>? {
        members.last { member in
            member.key.count == key.utf8.count && scanner.begins(with: key.utf8, at: member.key.lowerBound)
                && self.isNested(member) == isNested
        }?.value
    }

    private func isNested(_ member: Member) -> Bool {
        let first = scanner[member.value.lowerBound]
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// The names and texts of the members that are neither arrays nor objects, in the order of the file.
    var values: [(name: String, text: [UInt8])] {
        distinct { !isNested($0) }.map { (scanner.text(in: $0.key), scanner.value(in: $0.value) ?? .refused) }
    }

    /// The names and ranges of the members that are objects, in the order of the file.
    var objects: [(name: String, range: Range<Int>)] { nested(from: UInt8(ascii: "{")) }

    /// The names and ranges of the members that are arrays, in the order of the file.
    var arrays: [(name: String, range: Range<Int>)] { nested(from: UInt8(ascii: "[")) }

    private func nested(from bracket: UInt8) -> [(name: String, range: Range<Int>)] {
        distinct(isNested).filter { scanner[$0.value.lowerBound] == bracket }
            .map { (scanner.text(in: $0.key), $0.value) }
    }

    /// Returns those of the members for which `isMeant` returns `true`; of several with one name, the last.
    private func distinct(_ isMeant: (Member) -> Bool) -> [Member] {
        var names: Set<String> = []
        return members.reversed().filter { isMeant($0) && names.insert(scanner.text(in: $0.key)).inserted }.reversed()
    }

    /// Returns the name of a member that is there more than once and for which `isMeant` returns `true`; `nil` if there
    /// is none.
    func repeated(where isMeant: (String) -> Bool) -> String? {
        var names: Set<String> = []
        return members.lazy.map { scanner.text(in: $0.key) }.first { !names.insert($0).inserted && isMeant($0) }
    }

    /// Returns the first of these members that has a value, without the quotes and escapes of a string; empty if those
    /// that are present are `null` or empty, `nil` if none is present.
    func bytes(_ keys: String...) -> [UInt8]? { bytes(keys) }

    func bytes(_ keys: [String]) -> [UInt8]? {
        var found: [UInt8]?
        for key in keys {
            guard let extent = extent(of: key) else { continue }
            let bytes = scanner.value(in: extent) ?? .refused
            if !bytes.isEmpty { return bytes }
            found = bytes
        }
        return found
    }

    /// Returns the texts of all members of these names that have a value, also of those that are there more than once.
    func all(_ keys: [String]) -> [[UInt8]] {
        members.filter { !isNested($0) && keys.contains(scanner.text(in: $0.key)) }
            .map { scanner.value(in: $0.value) ?? .refused }.filter { !$0.isEmpty }
    }
}

extension ByteScanner {
    /// Returns the text of a value, without the quotes and escapes of a string, and empty for `null`; `nil` for a
    /// string with an invalid escape.
    func value(in extent: Range<Int>) -> [UInt8]? {
        var scanner = self
        scanner.position = extent.lowerBound
        if let string = scanner.string() { return unescaped(string) }
        return isNull(in: extent) ? [] : bytes(in: extent)
    }
}
