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
        return areMembers(of: JSONMembers(of: brace..<scanner.end, in: scanner), scanner)
    }

    private static func isGeofence(at brace: Int, in scanner: ByteScanner) -> Bool {
        let cells = cells(of: brace..<scanner.end, in: scanner)
        return isGeofence(cells) || has(.geometry, cells)
    }

    /// Returns the key of the list of geofences in the first object; `nil` if that is a geofence itself.
    private static func list(in scanner: ByteScanner) -> String? {
        guard let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0), !isGeofence(at: brace, in: scanner)
        else { return nil }
        return scanner.list(ofObjectAt: brace) { isGeofence(at: $0, in: scanner) }
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
            let list = list(in: scanner)
            try scanner.forEachElement(of: list.map { [$0] } ?? []) { element in
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
    private static func cells(of object: Range<Int>, in scanner: ByteScanner) -> [(name: String, text: [UInt8])] {
        let members = JSONMembers(of: object, in: scanner)
        guard !areMembers(of: members, scanner) else { return [] }
        let cells = members.values
        let place = nested(in: members, scanner).first { has(.latitude, $0) && has(.longitude, $0) } ?? []
        let outer = Set(cells.map(\.name))
        return cells + place.filter { !outer.contains($0.name) }
    }

    /// Whether several geofences are in an object that is none.
    private static func areMembers(of members: JSONMembers, _ scanner: ByteScanner) -> Bool {
        !isGeofence(members.values) && nested(in: members, scanner).count(where: isGeofence) > 1
    }

    /// The values of each object in an object.
    private static func nested(
        in members: JSONMembers,
        _ scanner: ByteScanner
    ) -> [[(name: String, text: [UInt8])]] {
        members.objects.map { JSONMembers(of: $0, in: scanner).values }
    }

    private static func isGeofence(_ values: [(name: String, text: [UInt8])]) -> Bool {
        [ColumnRole.latitude, .longitude, .radius].allSatisfy { has($0, values) }
    }

    private static func has(_ role: ColumnRole, _ values: [(name: String, text: [UInt8])]) -> Bool {
        values.contains { role.isNamed(ColumnRole.normalized($0.name)) }
    }
}
