/// Limits the nesting of well-known text and binary before GEOS reads them: its readers recurse for each level until
/// the stack overflows.
enum WellKnownNesting {
    enum Finding {
        case tooDeep
        /// A byte order or type after which it is uncertain how GEOS reads on.
        case unknown
        /// Trailing bytes after the end of the geometry, which GEOS leaves unread.
        case goesOn
    }

    /// Returns the reason why well-known binary must not reach GEOS; `nil` if it is not nested too deep. GEOS itself
    /// refuses one that is cut short.
    static func finding(_ binary: [UInt8]) -> Finding? {
        var reader = BinaryReader(binary)
        // The number of members still to come, per level.
        var members: [Int] = []
        while !reader.isAtEnd {
            guard let (kind, numbers) = reader.header() else { return reader.isAtEnd ? nil : .unknown }
            switch kind {
            case .point: reader.skip(8 * numbers)
            case .line: reader.skipPoints(of: numbers)
            case .polygon:
                var rings = reader.count() ?? 0
                while rings > 0, !reader.isAtEnd {
                    reader.skipPoints(of: numbers)
                    rings -= 1
                }
            case .collection:
                members.append(Int(reader.count() ?? 0) + 1)
                if members.count > ByteScanner.depthLimit { return .tooDeep }
            }
            // The last member also ends its collection, and so on outward; the count of a new collection includes
            // itself.
            while members.last == 1 { members.removeLast() }
            guard let left = members.last else { return reader.isAtEnd ? nil : .goesOn }
            members[members.count - 1] = left - 1
        }
        return nil
    }
}

/// Steps through well-known binary, with or without the extensions of PostGIS.
private struct BinaryReader {
    enum Kind {
        case point, line, polygon, collection
    }

    private let bytes: [UInt8]
    private var position = 0
    private var isLittleEndian = true

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position >= bytes.count }

    /// Returns the kind of the next geometry and how many numbers each of its points has; `nil` for an unknown kind and
    /// at the end.
    mutating func header() -> (kind: Kind, numbers: Int)? {
        guard let order = integer(bytes: 1), order <= 1 else { return nil }
        isLittleEndian = order == 1
        // Apart from the flags of PostGIS, the type has sixteen bits.
        guard let type = count(), type & 0x1FFF_0000 == 0 else { return nil }
        if type & 0x2000_0000 != 0 { skip(4) }
        let (thousands, base) = (type & 0xFFFF).quotientAndRemainder(dividingBy: 1000)
        let hasHeight = type & 0x8000_0000 != 0 || thousands == 1 || thousands == 3
        let hasMeasure = type & 0x4000_0000 != 0 || thousands == 2 || thousands == 3
        let numbers = 2 + (hasHeight ? 1 : 0) + (hasMeasure ? 1 : 0)
        switch base {
        case 1: return (.point, numbers)
        case 2, 8: return (.line, numbers)
        case 3: return (.polygon, numbers)
        case 4...7, 9...12: return (.collection, numbers)
        default: return nil
        }
    }

    mutating func count() -> UInt32? { integer(bytes: 4) }

    mutating func skipPoints(of numbers: Int) {
        guard let points = count() else { return }
        skip(8 * numbers * Int(points))
    }

    mutating func skip(_ count: Int) { position = min(position + count, bytes.count) }

    private mutating func integer(bytes count: Int) -> UInt32? {
        guard position + count <= bytes.count else {
            position = bytes.count
            return nil
        }
        let range = bytes[position..<(position + count)]
        position += count
        func join(_ bytes: some Sequence<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
        return isLittleEndian ? join(range.reversed()) : join(range)
    }
}
