/// JSON of points: objects with a latitude and a longitude, or features of GeoJSON with a point; as lines, in arrays,
/// or each over several lines.
enum PointConverter {
    private struct Row {
        let offset: Int
        let id: [UInt8]
        /// The texts of the latitude and the longitude, empty if they are missing.
        let place: [[UInt8]]
    }

    /// Replaces the contents of an input with a table if they are JSON of points; returns whether they are.
    static func convert(_ input: InputFile) throws(GeofenceError) -> Bool {
        let head = try input.peek(RecordReader.headSize)
        guard withScanner(of: head, { Self.hasPoints($0) }) else { return false }
        try withScanner(of: head) { scanner throws(GeofenceError) in
            try PointFeature.refuseOtherReferenceSystem(scanner, at: InputLocation(file: input.path))
        }
        try input.convert(from: "JSON") { scanner throws(DocumentProblem) in try csv(of: scanner) }
        return true
    }

    /// Whether the first object or feature with a place is a point, as far as it is available.
    private static func hasPoints(_ scanner: ByteScanner) -> Bool {
        guard let first = scanner.firstOffsetOfText,
            scanner[first] == UInt8(ascii: "{") || scanner[first] == UInt8(ascii: "[")
        else { return false }
        var next = scanner.firstOffset(of: UInt8(ascii: "{"), from: first)
        while let brace = next {
            if let isPoint = isPoint(at: brace, in: scanner) { return isPoint }
            next = scanner.firstOffset(of: UInt8(ascii: "{"), from: brace + 1)
        }
        return scanner.hasOnlyEmptyArrays
    }

    /// Whether an object or feature is a point, as far as it is available; `nil` for one without a place.
    private static func isPoint(at brace: Int, in scanner: ByteScanner) -> Bool? {
        if let feature = PointFeature(at: brace, in: scanner) {
            return feature.hasGeometry ? feature.point != nil : nil
        }
        return row(at: brace..<scanner.end, in: scanner).place.allSatisfy { !$0.isEmpty } ? true : nil
    }

    /// Whether a value is a list of points, which would not be read beside another one.
    private static func arePoints(_ value: Range<Int>, in scanner: ByteScanner) -> Bool {
        scanner.firstObject(ofArrayAt: value.lowerBound).flatMap { isPoint(at: $0, in: scanner) } == true
    }

    /// Returns the table of the points, each on the line on which it begins.
    private static func csv(of scanner: ByteScanner) throws(DocumentProblem) -> [UInt8] {
        var rows: [Row] = []
        let list = scanner.list { PointFeature(at: $0, in: scanner) != nil || isPoint(at: $0, in: scanner) != nil }
        let objection: JSONElements.Objection? = list.map { list in
            { key, value, scanner in
                if arePoints(value, in: scanner) { return .lists(list, scanner.text(in: key)) }
                return ByteScanner.referenceSystemObjection(key, value, scanner)
            }
        }
        try scanner.forEachElement(of: list, objection: objection) { element in
            rows.append(row(at: element, in: scanner))
        }
        let areNamed = rows.contains { !$0.id.isEmpty }
        var result = ConvertedLines(header: Array("latitude,longitude\(areNamed ? ",id" : "")\n".utf8))
        var counter = LineCounter(scanner)
        for row in rows {
            result.append(row: row.place + (areNamed ? [row.id] : []), onLine: counter.line(at: row.offset))
        }
        return result.text
    }

    /// Returns the row of an element; one without a place is refused later, so that it is counted.
    private static func row(at element: Range<Int>, in scanner: ByteScanner) -> Row {
        if let feature = PointFeature(at: element.lowerBound, in: scanner) {
            let point = feature.point ?? ([], [])
            return Row(offset: element.lowerBound, id: feature.id ?? [], place: [point.latitude, point.longitude])
        }
        let members = JSONMembers(of: element, in: scanner)
        let place = members.nested("coordinate").map { JSONMembers(of: $0, in: scanner) } ?? members
        return Row(
            offset: element.lowerBound,
            id: members.bytes(ColumnRole.pointID.names) ?? [],
            place: [degrees(.latitude, of: place), degrees(.longitude, of: place)]
        )
    }

    /// Returns the text of a latitude or longitude; that of keys with different values, of which no one knows which is
    /// meant, has all of them, and is refused later.
    private static func degrees(_ role: ColumnRole, of place: JSONMembers) -> [UInt8] {
        let texts = place.all(role.names)
        let isClear = texts.count < 2 || Set(texts.map { Double(parsing: $0) }).count == 1
        return isClear ? texts.first ?? [] : Array(texts.joined(separator: [.space]))
    }
}
