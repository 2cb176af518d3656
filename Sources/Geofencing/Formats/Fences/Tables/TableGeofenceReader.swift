/// Reads geofences from CSV, several chunks at a time.
struct TableGeofenceReader {
    /// The roles that columns may have.
    private static let wanted: [ColumnRole] =
        [
            .id, .name, .latitude, .longitude, .radius, .radiusUnits, .geometry, .area, .notifyOnEntry,
            .notifyOnExit, .isActive, .policy,
        ] + TransitionPolicy.Threshold.allCases.map(ColumnRole.threshold)

    /// Whether a column of this name is read if no better one is there.
    static func reads(_ name: String) -> Bool {
        let name = ColumnRole.normalized(name)
        return wanted.contains { $0.isNamed(name) || $0.weakNames.contains(name) }
    }

    /// The maximum length of a record in bytes; a shape may have millions of vertices.
    static let recordLimit = 1 << 28

    private let records: RecordReader
    private let header: TableHeader
    private let threads: Int
    private let lines: [Int]?
    private var line: Int
    private var feature = 0

    /// - Parameters:
    ///   - threads: The number of threads that parse chunks, at least one.
    ///   - lines: The line of each record in the file of another program that the table was made from.
    init(_ records: RecordReader, threads: Int, lines: [Int]?) throws(GeofenceError) {
        self.records = records
        self.threads = threads
        self.lines = lines
        let (header, skipped) = try TableHeader.read(
            from: records,
            wanted: Self.wanted,
            required: [.id, .latitude, .longitude, .radius]
        )
        self.header = Self.withoutOtherUnits(header)
        line = skipped + 1
    }

    /// Returns the header, in which a column `unit` is that of the radius only if the radius does not name its own
    /// unit.
    private static func withoutOtherUnits(_ header: TableHeader) -> TableHeader {
        func name(of role: ColumnRole) -> String? {
            header.roles.firstIndex(of: role).map { ColumnRole.normalized(header.names[$0]) }
        }
        let isWeak = name(of: .radiusUnits).map(ColumnRole.radiusUnits.weakNames.contains) ?? false
        let isPlain = name(of: .radius).map { ["radius", "rad"].contains($0) } ?? false
        return isWeak && !isPlain ? header.replacing(.radiusUnits, with: .other) : header
    }

    /// Reads to the end of the input.
    mutating func read(into result: inout ReadGeofences) throws(GeofenceError) {
        var storage = [[UInt8]](repeating: [], count: max(1, threads))
        while true {
            var chunks: [RecordChunk] = []
            for number in storage.indices {
                guard let chunk = try records.next(recycling: &storage[number]) else { break }
                chunks.append(chunk)
            }
            guard !chunks.isEmpty else { return }
            let (header, isConverted) = (header, lines != nil)
            let pieces = try chunks.concurrentMap { chunk throws(GeofenceError) in
                try TableGeofenceParser(header, isConverted: isConverted).parse(chunk)
            }
            for piece in pieces { add(piece, to: &result) }
            for (number, chunk) in chunks.enumerated() { storage[number] = chunk.bytes }
        }
    }

    private mutating func add(_ piece: TableGeofenceParser.Piece, to result: inout ReadGeofences) {
        for record in piece.records {
            var location = InputLocation(file: records.path, line: line + record.line, column: 1, feature: feature)
            if let lines { (location.line, location.column) = (lines[feature], nil) }
            switch record.outcome {
            case .success(let geofence): result.append(geofence, at: location)
            case .failure(var error):
                if lines != nil { error.location?.column = nil }
                error.location = error.location?.completed(by: location) ?? location
                result.report(error)
            }
            feature += 1
        }
        line += piece.lines
    }
}
