/// Geofences as JSON objects whose members are what columns of a table are; the place may be an object in them.
enum GeofenceObjects {
    /// Whether the first object of an input of a kind, or the first one in a list that it has, as far as it is
    /// available, is a circle or has a shape as text, and is not GeoJSON.
    static func begin(_ kind: ContentKind, _ scanner: ByteScanner) -> Bool {
        guard kind.isJSON,
            let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0),
            Set(scanner.keys(to: scanner.end)).isDisjoint(with: ["properties", "features"])
        else { return false }
        return isGeofence(at: brace, in: scanner) || list(in: scanner) != nil
    }

    /// Whether the first object of an input of a kind, as far as it is available, has geofences as its members, as
    /// where their identifiers are the keys.
    static func areMembers(_ kind: ContentKind, _ scanner: ByteScanner) -> Bool {
        guard kind.isJSON, let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0) else { return false }
        let (own, nested) = values(of: brace..<scanner.end, in: scanner)
        return areMembers(nested, of: own)
    }

    private static func isGeofence(at brace: Int, in scanner: ByteScanner) -> Bool {
        let cells = cells(of: brace..<scanner.end, in: scanner)
        return isGeofence(cells) || has(.geometry, cells)
    }

    /// Returns the key of the list of geofences in the first object; `nil` if that is a geofence itself.
    private static func list(in scanner: ByteScanner) -> String? {
        scanner.list { isGeofence(at: $0, in: scanner) }
    }

    /// Converts the contents of an input to CSV: the elements of all arrays, and what is outside of arrays.
    static func convert(_ input: InputFile) throws(GeofenceError) -> ConvertedGeofences {
        var result = ConvertedGeofences()
        try input.convert(from: "JSON") { scanner throws(CutDocument) in
            var lines = LineCounter(scanner)
            var rows: [[String: [UInt8]]] = []
            // All names of the first object, which errors may mention, and the others that are read.
            var names: [String] = []
            var seen: Set<String> = []
            try scanner.forEachElement(of: list(in: scanner)) { element in
                let cells = cells(of: element, in: scanner)
                rows.append(Dictionary(cells) { first, _ in first })
                let isFirst = names.isEmpty
                for cell in cells where seen.insert(cell.name).inserted {
                    if isFirst || TableGeofenceReader.reads(cell.name) { names.append(cell.name) }
                }
                result.lines.append(lines.line(at: element.lowerBound) + 1)
            }
            var table: [UInt8] = []
            table.append(row: names.map { Array($0.utf8) })
            for row in rows {
                let cells = names.map { row[$0] ?? [] }
                // A row without any text would be no record.
                table.append(row: cells.joined().contains { $0 > .space } ? cells : [.refused] + cells.dropFirst())
            }
            return table
        }
        return result
    }

    /// Returns the values of an object that are neither arrays nor objects, and those of the first object in it that
    /// has a latitude and a longitude; none for anything else, and none for several geofences in one object.
    private static func cells(of object: Range<Int>, in scanner: ByteScanner) -> Values {
        let (cells, nested) = values(of: object, in: scanner)
        guard !areMembers(nested, of: cells) else { return [] }
        let place = nested.first { has(.latitude, $0) && has(.longitude, $0) } ?? []
        let outer = Set(cells.map(\.name))
        return cells + place.filter { !outer.contains($0.name) }
    }

    private typealias Values = [(name: String, text: [UInt8])]

    /// Returns the values of an object, and those of each object in it.
    private static func values(of object: Range<Int>, in scanner: ByteScanner) -> (own: Values, nested: [Values]) {
        let members = JSONMembers(of: object, in: scanner)
        return (members.values, members.objects.map { JSONMembers(of: $0, in: scanner).values })
    }

    /// Whether several geofences are in an object that is none.
    private static func areMembers(_ nested: [Values], of own: Values) -> Bool {
        !isGeofence(own) && nested.count(where: isGeofence) > 1
    }

    private static func isGeofence(_ values: Values) -> Bool {
        [ColumnRole.latitude, .longitude, .radius].allSatisfy { has($0, values) }
    }

    private static func has(_ role: ColumnRole, _ values: Values) -> Bool {
        values.contains { role.isNamed(ColumnRole.normalized($0.name)) }
    }
}
