extension TableHeader {
    /// Refuses a line with JSON after other text, as logs and message brokers write it, in place of a header.
    static func refuseObject(
        in record: Range<Int>,
        of scanner: ByteScanner,
        at location: InputLocation
    ) throws(GeofenceError) {
        guard scanner.text(in: record).contains("{\"") else { return }
        throw GeofenceError(
            .invalidHeader,
            "the first line has JSON after other text",
            at: location,
            recovery: "Remove what precedes each object, as `sed 's/^[^{]*//' FILE` does, and what follows it."
        )
    }

    /// The names of columns for the signs of degrees.
    private static let hemispheres: Set<String> = {
        func names(_ first: [String], _ last: [String]) -> [String] {
            first.flatMap { first in last.flatMap { ["\(first)\($0)", "\(first)_\($0)"] } }
        }
        let axes = ["n/s", "n_s", "e/w", "e_w"]
        let degrees = ["lat", "latitude", "lon", "long", "lng", "longitude"]
        return Set(
            axes + names(axes + ["ns", "ew"], ["indicator", "hemisphere"])
                + names(degrees, ["dir", "direction", "hemi", "hemisphere", "ns", "ew"])
                + ["gpslatituderef", "gpslongituderef"]
        )
    }()

    /// Refuses a table whose degrees have their signs in columns of their own, as some loggers write them.
    func refuseHemispheres(_ normalized: [String], location: InputLocation) throws(GeofenceError) {
        // Alone, ns may be nanoseconds.
        let isPair = ["ns", "ew"].allSatisfy(normalized.contains)
        let index = normalized.firstIndex { isPair && $0 == "ns" || Self.hemispheres.contains($0) }
        guard let index else { return }
        throw GeofenceError(
            .invalidHeader,
            "the column \"\(names[index])\" gives the hemisphere of the degrees, which is not read",
            at: location,
            recovery: "Write south and west as negative degrees, and remove that column."
        )
    }

    /// Returns the error for a table that lacks required columns.
    ///
    /// - Parameter isFirstLine: As for `guess`.
    func lacks(
        _ missing: [ColumnRole],
        of wanted: [ColumnRole],
        _ normalized: [String],
        isFirstLine: Bool,
        at location: InputLocation
    ) -> GeofenceError {
        let words = missing.map { "\($0)" }.joined(separator: ", ")
        let hints = missing.map { role in
            let names = role == .time ? role.names + ColumnRole.timeMilliseconds.names : role.names + role.weakNames
            return "\(role): " + names.joined(separator: "|")
        }
        let shapes = ColumnRole.geometry.names.joined(separator: "|")
        let shape =
            wanted.contains(.geometry) && missing.contains(where: \.isOfCircle) ? "; or geometry: \(shapes)" : ""
        var error = Self.lacks(
            words,
            among: names,
            isKnown: roles.contains { $0 != .other },
            // With geometry an identifier is enough.
            fewest: wanted.contains(.geometry) ? 2 : missing.count,
            at: location,
            naming: "using one of these names for each: \(hints.joined(separator: "; "))\(shape)."
        )
        if let guess = guess(wanted, missing, normalized, isFirstLine: isFirstLine) {
            error.recoverySuggestion = "\(guess) \(error.recoverySuggestion)"
        }
        return error
    }

    /// Returns the error for a first line that lacks required columns.
    ///
    /// - Parameters:
    ///   - wanted: The missing columns.
    ///   - names: The cells of the line.
    ///   - isKnown: Whether any cell names a known column; if not, values show that the line is a record.
    ///   - fewest: The minimum number of cells of a record; a line with fewer, or with mostly empty cells, is a title.
    ///   - naming: How columns are named, to end the recovery suggestion.
    static func lacks(
        _ wanted: String,
        among names: [String],
        isKnown: Bool,
        fewest: Int,
        at location: InputLocation,
        naming: String
    ) -> GeofenceError {
        // A number, or the beginning of a date.
        let value = /-?[0-9]+(?:[.,][0-9]+)?|[0-9]{1,4}[-\/.][0-9]{1,2}[-\/.][0-9].*/
        let hasValues = !isKnown && names.contains { $0.wholeMatch(of: value) != nil }
        let isSparse = !isKnown && !hasValues && names.count(where: \.isEmpty) * 2 >= names.count
        let isTitle = names.count == 1 || isSparse || (hasValues && names.count < fewest)
        let isRecord = hasValues && names.count >= fewest
        return GeofenceError(
            .invalidHeader,
            isRecord
                ? "the first line is a record, not a header with columns for \(wanted); it has: \(list(names))"
                : "the header has no column for \(wanted); it has: \(list(names))",
            at: location,
            recovery: (isTitle
                ? "Remove what comes before the header, or separate the columns with commas, semicolons or tabs. "
                : "")
                + (isRecord ? "Add a first line that names the columns, " : "Name the columns in the first line, ")
                + naming
        )
    }

    /// Returns names in quotes, truncated if there are very many.
    static func list(_ names: [String]) -> String {
        let shown = names.prefix(20).map { "\"\($0.shortened)\"" }.joined(separator: ", ")
        return names.count > 20 ? shown + ", ..." : shown
    }
}
