// Which of its members may be the shape of an object, and how `jq` gives it the right key.
extension GeofenceObjects {
    /// Returns what to do about an object without a key that is read, whose shape is likely under another key; `nil` if
    /// there is no such shape.
    ///
    /// - Parameter each: The filter that gives such an object, with a pipe.
    static func shapeAdvice(about object: Range<Int>, in scanner: ByteScanner, each: String = "") -> String? {
        let members = JSONMembers(of: object, in: scanner)
        func advice(_ key: String, insteadOf name: String) -> String? {
            guard let path = ObjectMember.path(to: name) else { return nil }
            return "If \(path) is the shape, `jq -c '\(each).\(key) = \(path)' FILE` gives it the key that is read."
        }
        let shape = members.objects.first { isRegion(JSONMembers(of: $0.range, in: scanner)) }
        if let shape { return advice("geometry", insteadOf: shape.name) }
        let text = members.values.first { value in
            ["POLYGON", "MULTIPOLYGON", "SRID="].contains { value.text.starts(with: $0.utf8) }
        }
        if let text { return advice("wkt", insteadOf: text.name) }
        for list in members.arrays {
            guard let path = ObjectMember.path(to: list.name),
                let ring = ringFilter(at: list.range, path, in: scanner)
            else { continue }
            let filter = ".geometry = {type: \"Polygon\", coordinates: [\(ring)]} | del(\(path))"
            return "If \(path) is the shape, `jq -c '\(each)\(filter)' FILE` makes a polygon of it."
        }
        return nil
    }

    /// Returns how `jq` writes the ring that an array may be, of positions or of objects with a place; `nil` if it is
    /// not one.
    private static func ringFilter(at array: Range<Int>, _ path: String, in scanner: ByteScanner) -> String? {
        guard let first = scanner.firstElement(ofArrayAt: array.lowerBound), hasThreeElements(first) else { return nil }
        if first.byte == UInt8(ascii: "[") {
            return scanner.beginsWithNumber(arrayAt: first.position) ? path : nil
        }
        guard first.byte == UInt8(ascii: "{") else { return nil }
        let values = JSONMembers(of: first.position..<array.upperBound, in: scanner).values
        // Else it is a list of places.
        guard !has(.id, values), !has(.name, values) else { return nil }
        func key(_ role: ColumnRole) -> String? {
            role.index(in: values.map(\.name)).flatMap { ObjectMember.path(to: values[$0].name) }
        }
        guard let latitude = key(.latitude), let longitude = key(.longitude) else { return nil }
        return "[\(path)[] | [\(longitude), \(latitude)]]"
    }

    /// Whether an array has three elements or more, given a scanner at its first one.
    private static func hasThreeElements(_ first: ByteScanner) -> Bool {
        var scanner = first
        for _ in 0..<2 {
            guard scanner.skipValue() else { return false }
            scanner.skipWhitespace()
            guard scanner.skip(UInt8(ascii: ",")) else { return false }
            scanner.skipWhitespace()
        }
        return scanner.skipValue()
    }

    /// Returns what to do about the first object of an array, as above.
    static func shapeAdviceAboutFirst(in scanner: ByteScanner) -> String? {
        guard let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0) else { return nil }
        return shapeAdvice(about: brace..<scanner.end, in: scanner, each: "flatten[] | ")
    }
}
