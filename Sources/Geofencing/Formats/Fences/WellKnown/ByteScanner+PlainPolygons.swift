internal import GEOS

extension ByteScanner {
    /// Reads well-known text as nearly every program writes it: a POLYGON or MULTIPOLYGON of closed rings of at least
    /// four positions with two numbers each.
    ///
    /// - Returns: `nil` for anything else, which GEOS reads or refuses.
    mutating func plainPolygons() -> (isMulti: Bool, polygons: [FlatPolygon])? {
        let isMulti = begins(with: "MULTIPOLYGON".utf8)
        guard isMulti || begins(with: "POLYGON".utf8) else { return nil }
        position = isMulti ? 12 : 7
        var polygons: [FlatPolygon] = []
        guard isMulti ? list({ $0.polygon(in: &polygons) }) : polygon(in: &polygons) else { return nil }
        skipWhitespace()
        return isAtEnd ? (isMulti, polygons) : nil
    }

    private mutating func polygon(in polygons: inout [FlatPolygon]) -> Bool {
        var polygon = FlatPolygon()
        guard list({ $0.ring(in: &polygon) }) else { return false }
        polygons.append(polygon)
        return true
    }

    private mutating func ring(in polygon: inout FlatPolygon) -> Bool {
        let first = polygon.coordinates.count
        guard list({ $0.point(in: &polygon.coordinates) }) else { return false }
        let ring = polygon.coordinates[first...]
        guard ring.count >= 8, ring.prefix(2) == ring.suffix(2) else { return false }
        polygon.ringEnds.append(ring.endIndex / 2)
        return true
    }

    private mutating func point(in coordinates: inout [Double]) -> Bool {
        skipWhitespace()
        guard let x = number(), byte == .space || byte == .tab else { return false }
        skipWhitespace()
        guard let y = number() else { return false }
        coordinates.append(x)
        coordinates.append(y)
        return true
    }

    /// Reads a list in parentheses.
    private mutating func list(_ element: (inout ByteScanner) -> Bool) -> Bool {
        skipWhitespace()
        guard skip(UInt8(ascii: "(")) else { return false }
        repeat {
            guard element(&self) else { return false }
            skipWhitespace()
        } while skip(UInt8(ascii: ","))
        return skip(UInt8(ascii: ")"))
    }
}
