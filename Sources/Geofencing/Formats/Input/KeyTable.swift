/// A hash table of key names, looked up by length and first bytes, without creating a String.
struct KeyTable<Key: Sendable>: Sendable {
    private struct Entry: Sendable {
        var name: [UInt8]
        var key: Key
    }

    private var buckets: [[Entry]] = Array(repeating: [], count: 64)

    init(_ names: [(name: String, key: Key)]) {
        for (name, key) in names {
            let bytes = Array(name.utf8)
            let word = bytes.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            buckets[Self.bucket(word, bytes.count)].append(Entry(name: bytes, key: key))
        }
    }

    private static func bucket(_ word: UInt64, _ count: Int) -> Int {
        Int(truncatingIfNeeded: ((word ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15) &>> 58)
    }

    /// Returns the key whose name is in a range of the scanner's text.
    func key(in range: Range<Int>, of scanner: ByteScanner) -> Key? {
        var word = scanner.word(at: range.lowerBound)
        if range.count < 8 { word &= (1 << UInt64(range.count * 8)) - 1 }
        for entry in buckets[Self.bucket(word, range.count)] where entry.name.count == range.count {
            if zip(range, entry.name).allSatisfy({ scanner[$0] == $1 }) { return entry.key }
        }
        return nil
    }
}

/// A key by one of its names.
struct KeySpelling<Key: Sendable>: Sendable {
    var key: Key
    /// A bit that is unique to this name.
    var bit: UInt64
}

extension KeyTable {
    /// Creates a table of at most 64 names that can be told apart where several stand for one key.
    init<Meaning>(spellings names: [(name: String, key: Meaning)]) where Key == KeySpelling<Meaning> {
        self.init(names.enumerated().map { ($1.name, KeySpelling(key: $1.key, bit: 1 << UInt64($0))) })
    }
}
