/// The keys of a fix object that mean something here.
enum FixKey: UInt8, Sendable {
    case other
    case device
    case source
    case time
    case timeMilliseconds
    case coordinate
    case latitude
    case longitude
    case accuracy
    case sequence

    /// The key whose name stands in a range; names are those of CSV columns, but exactly so.
    static func key(in range: Range<Int>, of scanner: ByteScanner) -> FixKey {
        guard range.count <= KeyTable.longest else { return .other }
        return table.key(in: range, of: scanner)
    }

    private static let table = KeyTable()

    fileprivate static let names: [(name: String, key: FixKey)] =
        [("source", .source), ("coordinate", .coordinate)]
        + [
            (ColumnRole.device, FixKey.device), (.time, .time), (.timeMilliseconds, .timeMilliseconds),
            (.latitude, .latitude), (.longitude, .longitude), (.accuracy, .accuracy), (.sequence, .sequence),
        ].flatMap { role, key in role.names.map { ($0, key) } }
}

/// A table of key names that is searched by length and first bytes.
private struct KeyTable: Sendable {
    static let longest = 32

    private struct Entry: Sendable {
        var name: [UInt8]
        var key: FixKey
    }

    private var buckets: [[Entry]] = Array(repeating: [], count: 64)

    init() {
        for (name, key) in FixKey.names {
            let bytes = Array(name.utf8)
            let word = bytes.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            buckets[Self.bucket(word, bytes.count)].append(Entry(name: bytes, key: key))
        }
    }

    private static func bucket(_ word: UInt64, _ count: Int) -> Int {
        Int(truncatingIfNeeded: ((word ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15) &>> 58)
    }

    func key(in range: Range<Int>, of scanner: ByteScanner) -> FixKey {
        var word = scanner.word(at: range.lowerBound)
        if range.count < 8 { word &= (1 << UInt64(range.count * 8)) - 1 }
        for entry in buckets[Self.bucket(word, range.count)] where entry.name.count == range.count {
            if zip(range, entry.name).allSatisfy({ scanner[$0] == $1 }) { return entry.key }
        }
        return .other
    }
}
