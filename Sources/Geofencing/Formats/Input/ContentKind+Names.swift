/// The names by which the beginning of an input shows what its records are.
extension ContentKind {
    /// Returns the normalized names of a table's columns or of the first object's keys, given a scanner of the
    /// beginning of an input of this kind.
    func names(in scanner: ByteScanner) -> Set<String> {
        switch self {
        case .text: Set(FieldTableHeader(atBeginningOf: scanner)?.names ?? [])
        case .jsonObject, .jsonArray: Set(scanner.keys().map(ColumnRole.normalized))
        case .empty, .xml, .wide, .binary: []
        }
    }
}

extension ByteScanner {
    /// Returns the keys of the first object from the position on, as far as they can be read before `limit`, which is
    /// `end` by default.
    func keys(to limit: Int? = nil) -> [String] {
        let limit = limit ?? end
        guard let brace = firstOffset(of: UInt8(ascii: "{"), from: position, to: limit) else { return [] }
        var keys: [String] = []
        forEachMember(ofObject: brace) { key, _ in
            guard key.upperBound <= limit else { return false }
            keys.append(text(in: key))
            return true
        }
        return keys
    }
}
