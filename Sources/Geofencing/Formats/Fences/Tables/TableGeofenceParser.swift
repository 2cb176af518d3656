/// Turns records of CSV into geofences: circles, `id,name,latitude,longitude,radius_m`, and shapes from a column of
/// well-known text or binary, or of Traccar's areas.
struct TableGeofenceParser {
    let header: TableHeader
    /// Whether the table was made from another format, in which some texts could not be read.
    private let isConverted: Bool
    /// The reader of the shapes; `nil` for a table without a column of shapes.
    private let shapes: WellKnownReader?

    /// - Throws: `geometryEngine` if there are shapes and GEOS runs out of memory.
    init(_ header: TableHeader, isConverted: Bool = false) throws(GeofenceError) {
        self.header = header
        self.isConverted = isConverted
        shapes = header.roles.contains(.geometry) ? try WellKnownReader() : nil
    }

    /// A geofence, or why a record is none; the location of the error lacks file, line and feature.
    struct Record: Sendable {
        var outcome: Result<Geofence, GeofenceError>
        /// The line in the chunk, from 0.
        var line: Int
    }

    /// What a chunk has.
    struct Piece: Sendable {
        /// All records that are not blank.
        var records: [Record] = []
        var lines = 0
    }

    /// Reads the records of a chunk.
    func parse(_ chunk: RecordChunk) -> Piece {
        var piece = Piece()
        guard chunk.oversizedLines == 0 else {
            let problem = RecordProblem.tooLong(at: 0, limit: TableGeofenceReader.recordLimit)
            let error = GeofenceError(
                .invalidRecord,
                problem.message,
                at: InputLocation(column: 1),
                recovery: problem.recovery
            )
            piece.records.append(Record(outcome: .failure(error), line: 0))
            piece.lines = chunk.oversizedLines
            return piece
        }
        withScanner(of: chunk.bytes, count: chunk.count) { scanner in
            var first = 0
            var search = LineSearch()
            while first < scanner.end {
                let end = recordEnd(from: first, after: &search, in: scanner)
                let text = scanner.withoutCarriageReturns(first..<end)
                if !scanner.isBlank(text, delimiter: header.delimiter) {
                    piece.records.append(Record(outcome: parse(text, &scanner), line: piece.lines))
                }
                piece.lines += 1 + scanner.lineFeeds(in: text)
                first = end + 1
            }
        }
        return piece
    }

    private func parse(_ text: Range<Int>, _ scanner: inout ByteScanner) -> Result<Geofence, GeofenceError> {
        var draft = FenceDraft()
        do throws(FenceProblem) {
            return .success(try geofence(in: text, &scanner, &draft))
        } catch {
            let repeatsHeader = isHeader(text, &scanner)
            let error: FenceProblem = repeatsHeader ? .header(at: text.lowerBound) : error
            let location = InputLocation(
                column: max(0, error.offset - text.lowerBound) + 1,
                geofence: repeatsHeader ? nil : draft.identifier
            )
            return .failure(error.error(at: location))
        }
    }

    /// Returns the offset of the line feed that ends the record at `first`, or the end of the text if there is none.
    private func recordEnd(from first: Int, after search: inout LineSearch, in scanner: ByteScanner) -> Int {
        scanner.recordEnd(
            from: first,
            delimiter: header.delimiter,
            columns: header.roles.count,
            quotedLimit: TableGeofenceReader.recordLimit,
            after: &search
        ) { line in
            var (scanner, draft) = (scanner, FenceDraft())
            return (try? geofence(in: line, &scanner, &draft)) != nil
        }
    }

    /// - Parameter draft: What was read of the geofence, even if that is refused.
    private func geofence(
        in text: Range<Int>,
        _ scanner: inout ByteScanner,
        _ draft: inout FenceDraft
    ) throws(FenceProblem) -> Geofence {
        try fill(&draft, from: text, &scanner)
        return try draft.geofence(at: text.lowerBound)
    }

    /// Reads the cells of a record into a draft, the identifier first, so that it is known if others are wrong.
    private func fill(
        _ draft: inout FenceDraft,
        from text: Range<Int>,
        _ scanner: inout ByteScanner
    ) throws(FenceProblem) {
        let cells = try cells(of: text, &scanner)
        for (role, cell) in zip(header.roles, cells) where role == .id {
            draft.propertyID = try scanner.checkedText("identifier", of: cell, isConverted)
        }
        try refuseThousands(cells, scanner)
        draft.isRow = true
        var center = Coordinate(latitude: .nan, longitude: .nan)
        var hasShape = false
        for (role, cell) in zip(header.roles, cells) {
            // Usually empty if the record has a shape.
            if shapes != nil, cell.range.isEmpty, role.isOfCircle { continue }
            switch role {
            case .name: draft.name = try scanner.checkedText("name", of: cell, isConverted).nonEmpty
            case .latitude:
                draft.shapeOffset = cell.range.lowerBound
                center.latitude = try scanner.cellNumber("latitude", .invalidCoordinate, in: cell, header.delimiter)
            case .longitude:
                center.longitude = try scanner.cellNumber("longitude", .invalidCoordinate, in: cell, header.delimiter)
            case .radius:
                draft.radiusOffset = cell.range.lowerBound
                draft.radius = try scanner.cellNumber("radius", .invalidRadius, in: cell, header.delimiter)
            case .radiusUnits:
                draft.unitsOffset = cell.range.lowerBound
                draft.radiusUnits = scanner.text(of: cell).nonEmpty
            case .geometry:
                guard let shapes, !cell.range.isEmpty else { break }
                draft.shapeOffset = cell.range.lowerBound
                draft.shape = try shapes.shape(scanner.text(of: cell), at: cell.range.lowerBound)
                hasShape = true
            case .area:
                hasShape = true
                guard !cell.range.isEmpty else { break }
                draft.shapeOffset = cell.range.lowerBound
                switch try TraccarArea(scanner.text(of: cell), at: cell.range.lowerBound) {
                case .circle(let center, let radius): (draft.shape, draft.radius) = (.point(center), radius)
                case .polygon(let polygon): draft.shape = .polygon(polygon)
                }
            case .notifyOnEntry: draft.notifyOnEntry = try scanner.cellBoolean("notify_on_entry", in: cell)
            case .notifyOnExit: draft.notifyOnExit = try scanner.cellBoolean("notify_on_exit", in: cell)
            case .isActive: draft.isActive = try scanner.cellBoolean("is_active", in: cell)
            case .policy: draft.policy.name = scanner.text(of: cell).nonEmpty.map { ($0, cell.range.lowerBound) }
            case .threshold(let threshold):
                guard !cell.range.isEmpty else { break }
                let value = try scanner.cellNumber(threshold.rawValue, .invalidRecord, in: cell, header.delimiter)
                draft.policy.thresholds[threshold] = (value, cell.range.lowerBound)
            default: break
            }
        }
        if !hasShape, shapes == nil || !center.latitude.isNaN { draft.shape = .point(center) }
    }

    private func cells(of text: Range<Int>, _ scanner: inout ByteScanner) throws(FenceProblem) -> [CSVCell] {
        do throws(RecordProblem) {
            return try header.cells(of: text, in: &scanner)
        } catch {
            throw FenceProblem(
                error.reason == .syntax ? .invalidSyntax : .invalidRecord,
                error.message,
                at: error.offset,
                recovery: error.recovery
            )
        }
    }

    /// Whether a record has the same cells as the header.
    private func isHeader(_ text: Range<Int>, _ scanner: inout ByteScanner) -> Bool {
        guard let cells = scanner.cells(of: text, delimiter: header.delimiter) else { return false }
        return cells.count == header.names.count
            && zip(cells, header.names).allSatisfy { cell, name in
                cell.range.count <= 2 * name.utf8.count && scanner.text(of: cell) == name
            }
    }
}

extension String {
    /// The string; `nil` if it is empty.
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

extension FenceProblem {
    /// Returns the problem of a header line among the records.
    fileprivate static func header(at offset: Int) -> FenceProblem {
        FenceProblem(
            .invalidRecord,
            "this is another header line, not a geofence",
            at: offset,
            recovery: "Remove it; the first header applies throughout."
        )
    }
}

extension ByteScanner {
    /// Returns the content of a cell that must be UTF-8.
    ///
    /// - Parameter isConverted: Whether it may be what was left of a text that could not be read.
    fileprivate func checkedText(
        _ what: String,
        of cell: CSVCell,
        _ isConverted: Bool
    ) throws(FenceProblem) -> String {
        let bytes = cell.unescaped ?? bytes(in: cell.range)
        guard !isConverted || !bytes.contains([UInt8].refusedByte) else {
            throw FenceProblem(
                .invalidIdentifier,
                "the \(what) is not a text on one line, or has a NUL or an invalid escape",
                at: cell.range.lowerBound,
                recovery: "Write it as plain text without control characters."
            )
        }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw FenceProblem(
            .invalidIdentifier,
            "the \(what) is not UTF-8 text",
            at: cell.range.lowerBound,
            recovery: "Save the file as UTF-8."
        )
    }

    fileprivate func cellNumber(
        _ what: String,
        _ code: GeofenceError.Code,
        in cell: CSVCell,
        _ delimiter: UInt8
    ) throws(FenceProblem) -> Double {
        if let value = number(in: cell.range, delimiter: delimiter) { return value }
        throw FenceProblem(
            code,
            "the \(what) \"\(text(of: cell).shortened)\" is not a finite decimal number",
            at: cell.range.lowerBound,
            recovery: code == .invalidCoordinate
                ? "Write degrees with a decimal point, as in 52.5163; south and west are negative."
                : "Write a plain number with a decimal point."
        )
    }

    fileprivate func cellBoolean(_ what: String, in cell: CSVCell) throws(FenceProblem) -> Bool {
        switch text(of: cell).lowercased() {
        case "", "true", "t", "1", "yes": return true
        case "false", "f", "0", "no": return false
        default:
            throw FenceProblem(
                .invalidRecord,
                "\(what) is neither true nor false",
                at: cell.range.lowerBound,
                recovery: "Write true or false, or leave it empty for true."
            )
        }
    }
}
