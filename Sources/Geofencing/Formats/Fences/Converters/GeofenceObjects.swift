/// Geofences as JSON objects whose members are what columns of a table are; the place may be an object in them.
enum GeofenceObjects {
    /// Whether the first object of an input of a kind, or the first one in a list that it has, as far as it is
    /// available, is a circle or has a shape as text, and is not GeoJSON.
    static func begin(_ kind: ContentKind, _ scanner: ByteScanner) -> Bool {
        guard kind.isJSON,
            let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0),
            Set(scanner.keys()).isDisjoint(with: ["properties", "features"])
        else { return false }
        return isGeofence(at: brace, in: scanner) || list(in: scanner) != nil
    }

    /// Whether the first object of an input of a kind, as far as it is available, has geofences as its members, as
    /// where their identifiers are the keys.
    static func areMembers(_ kind: ContentKind, _ scanner: ByteScanner) -> Bool {
        guard kind.isJSON, let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0) else { return false }
        let (own, nested) = values(of: JSONMembers(of: brace..<scanner.end, in: scanner), in: scanner)
        return areMembers(nested.map(\.values), of: own)
    }

    private static func isGeofence(at brace: Int, in scanner: ByteScanner) -> Bool {
        let cells = cells(of: brace..<scanner.end, in: scanner).cells
        return isGeofence(cells) || has(.geometry, cells)
    }

    /// Returns the key of the list of geofences in the first object; `nil` if that is a geofence itself. A circle in an
    /// object outside of arrays that has no radius of its own is not what the object is, but what was asked for.
    private static func list(in scanner: ByteScanner) -> String? {
        guard let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0) else { return nil }
        if isGeofence(at: brace, in: scanner) {
            let own = JSONMembers(of: brace..<scanner.end, in: scanner).values
            guard brace == scanner.firstOffsetOfText, !has(.radius, own), !has(.geometry, own) else { return nil }
        }
        return scanner.list(ofObjectAt: brace) { isGeofence(at: $0, in: scanner) }
    }

    /// Converts the contents of an input to CSV: the elements of all arrays, and what is outside of arrays.
    static func convert(_ input: InputFile) throws(GeofenceError) -> ConvertedGeofences {
        var result = ConvertedGeofences()
        // All names of the first object, which errors may mention, and the others that are read.
        var names: [String] = []
        try input.convert(from: "JSON") { scanner throws(DocumentProblem) in
            var lines = LineCounter(scanner)
            var rows: [[String: [UInt8]]] = []
            var seen: Set<String> = []
            let list = list(in: scanner)
            let objection = list.map(Self.objection)
            try scanner.forEachElement(of: list, objection: objection) { element in
                let line = lines.line(at: element.lowerBound) + 1
                let (cells, problem) = cells(of: element, in: scanner)
                if let problem { return result.omissions.append(.init(problem: problem, line: line)) }
                rows.append(Dictionary(cells) { first, _ in first })
                let isFirst = names.isEmpty
                for cell in cells where seen.insert(cell.name).inserted {
                    if isFirst || TableGeofenceReader.reads(cell.name) { names.append(cell.name) }
                }
                result.lines.append(line)
            }
            if names.isEmpty { names = ["id", "latitude", "longitude", "radius_m"] }
            let areIDs = names.map(isID)
            var table: [UInt8] = []
            table.append(row: names.map(title))
            for row in rows {
                table.append(
                    row: zip(names, areIDs).map { name, isID in
                        let text = row[name] ?? []
                        return isID ? text : text.onOneLine
                    }
                )
            }
            return table
        }
        guard names.contains(where: isID) else {
            throw missingIdentifier(names, at: InputLocation(file: input.path, line: 1))
        }
        return result
    }

    /// Returns a name as the title of a column. Semicolons, which could be taken for delimiters, become commas, because
    /// of which it is put in quotes.
    private static func title(_ name: String) -> [UInt8] { Array(name.replacing(";", with: ",").utf8) }

    private static func isID(_ name: String) -> Bool { ColumnRole.id.isNamed(ColumnRole.normalized(name)) }

    /// Returns the error for objects that have none of the keys of an identifier.
    private static func missingIdentifier(_ names: [String], at location: InputLocation) -> GeofenceError {
        let likely =
            names.first { $0.hasSuffix("Id") } ?? TableHeader.likely(.id, among: names).map { names[$0] }
            ?? names.first { ColumnRole.name.isNamed(ColumnRole.normalized($0)) }
        return GeofenceError(
            .invalidHeader,
            "the objects have no key for the identifier; they have: \(TableHeader.list(names))",
            at: location,
            recovery: (likely.map { "Is \"\($0.shortened)\" the identifier? " } ?? "")
                + "Give each object a unique one, under one of these keys: \(ColumnRole.id.names.joined(separator: "|"))."
        )
    }

    /// Returns the values of an object that are neither arrays nor objects, and those of the object in it that has a
    /// latitude and a longitude; none for anything else, and none for several geofences in one object.
    ///
    /// - Returns: Also what is wrong if several objects in it have different places, and none is the center by name, or
    ///   if a key that is read occurs twice.
    private static func cells(
        of object: Range<Int>,
        in scanner: ByteScanner
    ) -> (cells: Values, problem: FenceProblem?) {
        let members = JSONMembers(of: object, in: scanner)
        let (cells, nested) = values(of: members, in: scanner)
        guard !areMembers(nested.map(\.values), of: cells) else { return ([], nil) }
        let places = nested.filter { has(.latitude, $0.values) && has(.longitude, $0.values) }
        let center = places.first { ["center", "centre"].contains($0.name.lowercased()) }
        let place = center ?? places.first
        var problem = members.repeated(where: TableGeofenceReader.reads).map {
            FenceProblem.twice($0, at: object.lowerBound)
        }
        if let place, center == nil, !has(.latitude, cells), !has(.geometry, cells),
            let other = places.first(where: { coordinates(of: $0.values) != coordinates(of: place.values) })
        {
            problem = FenceProblem(
                .invalidRecord,
                "the place of the geofence may be \"\(place.name.shortened)\" or \"\(other.name.shortened)\"",
                at: object.lowerBound,
                recovery: "Name the one that is meant center, or give its latitude and longitude in the object itself."
            )
        }
        let outer = Set(cells.map(\.name))
        return (cells + (place?.values ?? []).filter { !outer.contains($0.name) }, problem)
    }

    typealias Values = [(name: String, text: [UInt8])]

    /// Returns the values of an object with these members, and those of each object in it.
    private static func values(
        of members: JSONMembers,
        in scanner: ByteScanner
    ) -> (own: Values, nested: [(name: String, values: Values)]) {
        (members.values, members.objects.map { ($0.name, JSONMembers(of: $0.range, in: scanner).values) })
    }

    private static func coordinates(of values: Values) -> [[UInt8]] {
        values.filter { isNamed(.latitude, $0) || isNamed(.longitude, $0) }.map(\.text)
    }

    /// Whether several geofences are in an object that is none.
    private static func areMembers(_ nested: [Values], of own: Values) -> Bool {
        !isGeofence(own) && nested.count(where: isGeofence) > 1
    }

    private static func isGeofence(_ values: Values) -> Bool {
        [ColumnRole.latitude, .longitude, .radius].allSatisfy { has($0, values) }
    }

    static func has(_ role: ColumnRole, _ values: Values) -> Bool { values.contains { isNamed(role, $0) } }

    private static func isNamed(_ role: ColumnRole, _ value: Values.Element) -> Bool {
        role.isNamed(ColumnRole.normalized(value.name))
    }

    /// Returns what objects to a member beside the list with a key, which would not be read: that it has geofences too,
    /// or units other than meters, which may be those of the radii in the list.
    private static func objection(toMembersBeside list: String) -> JSONElements.Objection {
        { key, value, scanner in
            let name = scanner.text(in: key)
            if areGeofences(value, in: scanner) { return .lists(list, name) }
            let role = ColumnRole.normalized(name)
            guard ColumnRole.radiusUnits.isNamed(role) || ColumnRole.radiusUnits.weakNames.contains(role),
                FenceDraft.isUnitOtherThanMeter(scanner.text(in: value).trimming { $0 == "\"" })
            else { return nil }
            return .units(key: name, list: list)
        }
    }

    /// Whether a value is a list of geofences, or an object or a collection that has several.
    private static func areGeofences(_ value: Range<Int>, in scanner: ByteScanner) -> Bool {
        if let first = scanner.firstObject(ofArrayAt: value.lowerBound) {
            return isGeofence(at: first, in: scanner) || isRegion(at: first, in: scanner)
        }
        guard scanner[value.lowerBound] == UInt8(ascii: "{") else { return false }
        let features = scanner.list(ofObjectAt: value.lowerBound) { isRegion(at: $0, in: scanner) }
        let (own, nested) = values(of: JSONMembers(of: value, in: scanner), in: scanner)
        return features == "features" || areMembers(nested.map(\.values), of: own)
    }

    /// Whether an object is a feature with a polygon.
    private static func isRegion(at brace: Int, in scanner: ByteScanner) -> Bool {
        let geometry = JSONMembers(of: brace..<scanner.end, in: scanner).nested("geometry")
        return geometry.map { isRegion(JSONMembers(of: $0, in: scanner)) } ?? false
    }

    /// Whether a geometry is one or several polygons.
    static func isRegion(_ geometry: JSONMembers) -> Bool {
        let type = geometry.bytes("type")
        return type == Array("Polygon".utf8) || type == Array("MultiPolygon".utf8)
    }
}
