/// Turns chunks of points into coordinates; can be used by any number of threads at once.
package struct PointParser: Sendable {
    /// The parser of the table; `nil` for an empty input.
    let table: TableFixParser?
    /// Whether the table was converted from another format; line numbers are still those of the original file.
    var isConverted = false

    /// Parses all records of `chunk` into `result`, whose memory is reused.
    package func parse(_ chunk: borrowing RecordChunk, into result: inout ParsedPoints) {
        result.reset()
        guard let table else { return }
        let hasIDs = table.header.roles.contains(.device)
        let oversizedLines = chunk.oversizedLines
        let endsWithoutLineFeed = chunk.endsWithoutLineFeed
        // A table is parsed for fixes. These are turned into points one by one; what else is found is taken at the end.
        var parsed = ParsedFixes()
        withScanner(of: chunk.bytes, count: chunk.count) { scanner in
            if oversizedLines > 0 { return parsed.rejectOversized(scanner, lines: oversizedLines) }
            table.parse(scanner, endsWithoutLineFeed: endsWithoutLineFeed, into: &parsed) { fix, name, scanner, found in
                result.rows.append(result.coordinates.count + found.rejected.count)
                result.coordinates.append(Coordinate(latitude: fix.latitude, longitude: fix.longitude))
                if hasIDs { result.append(id: name ?? scanner.bytes(in: fix.device)) }
            }
        }
        if isConverted { parsed.clearTextOfRejected() }
        result.rejected = parsed.rejected
        result.lines = parsed.lines
        result.swapSuspects = parsed.swapSuspects
    }
}
