/// The first record of a CSV input, with the meaning of each column.
struct TableHeader: Sendable, Hashable {
    /// The byte between cells.
    let delimiter: UInt8

    /// The names of the columns as written.
    let names: [String]

    /// The meaning of each column.
    private(set) var roles: [ColumnRole]

    /// The columns that supply a value where that of a role is empty, best first.
    private(set) var fallbacks: [ColumnRole: [Int]] = [:]

    /// Returns the header with another role for the columns that have the given one.
    func replacing(_ role: ColumnRole, with other: ColumnRole) -> TableHeader {
        var header = self
        header.roles = roles.map { $0 == role ? other : $0 }
        return header
    }

    /// Reads the header in a range of the scanner's text.
    ///
    /// - Parameters:
    ///   - wanted: The roles that are read; `.time` includes `.timeMilliseconds`.
    ///   - required: The roles that must be present.
    ///   - hasLineFeeds: Whether line feeds end the lines of the input as it is.
    init(
        in record: Range<Int>,
        of scanner: inout ByteScanner,
        wanted: [ColumnRole],
        required: [ColumnRole],
        location: InputLocation,
        hasLineFeeds: Bool = true
    ) throws(GeofenceError) {
        guard let header = FieldTableHeader(in: record, of: scanner) else {
            try Self.refuseObject(in: record, of: scanner, at: location)
            throw GeofenceError(
                .invalidHeader,
                "the header's quotes are unbalanced or misplaced",
                at: location,
                recovery: scanner.text(in: record).contains("\" \"")
                    ? "Separate the columns with commas, semicolons or tabs, not with spaces; R does so with write.csv."
                    : "Double each quote inside a quoted name."
            )
        }
        delimiter = header.delimiter
        names = header.titles
        roles = names.map { _ in .other }
        let normalized = header.names
        try refuseHemispheres(normalized, location: location)
        for role in wanted {
            let alternatives: [ColumnRole] = role == .time ? [.time, .timeMilliseconds] : [role]
            try assign(alternatives, among: normalized, location: location)
            fallbacks[role] = role.fallbackNames.compactMap(normalized.firstIndex).filter { roles[$0] == .other }
        }
        // Beside a place or a shape, it is a size.
        if roles.contains(where: { $0.isOfPlace || $0 == .geometry }) { roles = replacing(.area, with: .other).roles }
        let hasShapes = roles.contains(.geometry) || roles.contains(.area)
        let missing = required.filter { role in
            !roles.contains(role) && !(role == .time && roles.contains(.timeMilliseconds))
                && !(role.isOfCircle && hasShapes)
        }
        guard missing.isEmpty else {
            try Self.refuseObject(in: record, of: scanner, at: location)
            let isFirstLine = hasLineFeeds && location.line == 1 && scanner.lineFeeds(in: record) == 0
            throw lacks(missing, of: wanted, normalized, isFirstLine: isFirstLine, at: location)
        }
    }

    private mutating func assign(
        _ alternatives: [ColumnRole],
        among normalized: [String],
        location: InputLocation
    ) throws(GeofenceError) {
        var matches: [(index: Int, role: ColumnRole)] = []
        for role in alternatives {
            for (index, name) in normalized.enumerated() where roles[index] == .other && role.isNamed(name) {
                matches.append((index, role))
            }
        }
        guard matches.count < 2 else {
            let both = matches.map(\.index).sorted().map { names[$0] }
            throw GeofenceError(
                .invalidHeader,
                "the columns \(Self.list(both)) all mean the \(alternatives[0])",
                at: location,
                recovery: "Rename all but one of them."
            )
        }
        if let match = matches.first {
            roles[match.index] = match.role
            return
        }
        let role = alternatives[0]
        let bare = normalized.map(role.bare)
        if let index = role.weakNames.lazy.compactMap({ bare.firstIndex(of: $0) }).first,
            roles[index] == .other, !role.isOfPlace || likelyLatitude == nil
        {
            roles[index] = role
        }
    }

    /// The column of a date that is apart from the time of day.
    var dateColumn: String? {
        zip(names, roles).first { name, role in
            role == .other && Self.dates.contains(ColumnRole.splittingUnit(ColumnRole.normalized(name)).name)
        }?.0
    }

    private static let dates: Set<String> = {
        let first = ["utc", "gps", "gnss", "local", "fix", "log", "record"].flatMap { [$0, "\($0)_"] }
        return Set((first + [""]).flatMap { first in ["", "utc", "_utc"].map { "\(first)date\($0)" } })
    }()

    /// The accepted delimiters between cells.
    static let delimiters: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), .tab]

    /// Returns the most frequent delimiter outside quotes; a comma if there is none.
    static func delimiter(in record: Range<Int>, of scanner: ByteScanner) -> UInt8 {
        var best = UInt8(ascii: ",")
        var most = 0
        for candidate in delimiters {
            var count = 0
            var isQuoted = false
            for offset in record {
                if scanner[offset] == .quote { isQuoted.toggle() }
                if scanner[offset] == candidate, !isQuoted { count += 1 }
            }
            if count > most { (best, most) = (candidate, count) }
        }
        return best
    }

    /// The mapping in words, for the log: `device_id = device, ...`.
    var mapping: String {
        zip(names, roles).filter { $0.1 != .other }
            .map { name, role in "\(role == .timeMilliseconds ? .time : role) = \(name)" }.joined(separator: ", ")
    }
}

extension TableHeader {
    /// Reads the header of an input and skips it together with blank lines before it; also returns how many lines these
    /// are.
    static func read(
        from records: RecordReader,
        wanted: [ColumnRole],
        required: [ColumnRole]
    ) throws(GeofenceError) -> (header: TableHeader, lines: Int) {
        let (header, lines) = try records.takeHeader { scanner, text, location throws(GeofenceError) in
            try TableHeader(
                in: text,
                of: &scanner,
                wanted: wanted,
                required: required,
                location: location,
                hasLineFeeds: !records.usesCarriageReturns
            )
        }
        records.delimiter = header.delimiter
        return (header, lines)
    }
}
