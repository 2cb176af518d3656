/// Turns chunks of points into coordinates; can be used by any number of threads at once.
package struct PointParser: Sendable {
    /// The parser of the table; `nil` for an empty input.
    let table: TableFixParser?

    /// Parses all records of `chunk` into `result`, whose memory is reused.
    package func parse(_ chunk: borrowing RecordChunk, into result: inout ParsedPoints) {
        result.reset()
        guard let table else { return }
        let hasIDs = table.header.roles.contains(.device)
        let oversizedLines = chunk.oversizedLines
        let endsWithoutLineFeed = chunk.endsWithoutLineFeed
        var tally = result.tally
        result.tally = ParsedFixes()
        withScanner(of: chunk.bytes, count: chunk.count) { scanner in
            if oversizedLines > 0 { return tally.rejectOversized(scanner, lines: oversizedLines) }
            table.parse(scanner, endsWithoutLineFeed: endsWithoutLineFeed, into: &tally) { fix, name, scanner, tally in
                result.rows.append(result.coordinates.count + tally.rejected.count)
                result.coordinates.append(Coordinate(latitude: fix.latitude, longitude: fix.longitude))
                if hasIDs { result.append(id: name ?? scanner.bytes(in: fix.device)) }
            }
        }
        result.tally = tally
    }
}
