extension RecordReader {
    /// Reads the first line that is not blank, the header of a table, and skips it.
    ///
    /// - Parameter read: Parses the header, given its range in the scanner and its location.
    /// - Returns: The header, and the number of lines up to its end.
    /// - Throws: `invalidHeader` if it does not end within the bytes that are read ahead; whatever `read` throws.
    func takeHeader<Header>(
        _ read: (inout ByteScanner, _ text: Range<Int>, _ location: InputLocation) throws(GeofenceError) -> Header
    ) throws(GeofenceError) -> (header: Header, lines: Int) {
        let path = path
        let (header, count, lines) = try peek { scanner, isAll throws(GeofenceError) in
            // Blanks before the first name belong to the header: a tab may end an empty name.
            scanner.skipWhitespace()
            scanner.skipSeparatorLine()
            let first = scanner.lastLineFeed(before: scanner.position).map { $0 + 1 } ?? 0
            let location = InputLocation(file: path, line: scanner.lineFeeds(in: 0..<first) + 1)
            // The delimiter is not known yet; with a wrong one, the header would end too soon.
            let ends = TableHeader.delimiters.map { scanner.recordEnd(from: first, delimiter: $0, isFinal: isAll) }
            guard let end = ends.compactMap(\.self).max(), !ends.contains(nil) else {
                throw GeofenceError(
                    .invalidHeader,
                    "there is no line end in the first \(scanner.end) bytes",
                    at: location,
                    recovery: "Give CSV with a header line, or NDJSON."
                )
            }
            let header = try read(&scanner, scanner.withoutCarriageReturns(first..<end), location)
            let next = min(end + 1, scanner.end)
            return (header, next, scanner.lineFeeds(in: 0..<next))
        }
        drop(count)
        return (header, lines)
    }

    /// Checks the first 1000 records for latitudes that must be longitudes.
    ///
    /// - Parameters:
    ///   - line: The line of the first record.
    ///   - parse: Returns the number of records in a chunk, and how many have latitudes that can only be longitudes.
    /// - Throws: `invalidHeader` if more than half of them do.
    func refuseSwappedColumns(
        from line: Int,
        _ parse: (borrowing RecordChunk) -> (suspects: Int, records: Int)
    ) throws(GeofenceError) {
        let sample = try peek { scanner, isAll throws(GeofenceError) in
            var offset = 0
            var count = 0
            while count < 1000, let next = scanner.firstOffset(of: .lineFeed, from: offset) {
                offset = next + 1
                count += 1
            }
            // The last record may have no line end.
            return scanner.bytes(in: 0..<(isAll && count < 1000 ? scanner.end : offset))
        }
        guard !sample.isEmpty else { return }
        let found = parse(RecordChunk(text: sample, endsWithoutLineFeed: false))
        guard found.suspects * 2 > found.records else { return }
        throw GeofenceError(
            .invalidHeader,
            """
            latitude and longitude look swapped: \(found.suspects) of \(found.records.counted("latitude")) \
            \(found.suspects == 1 ? "is" : "are") beyond ±90
            """,
            at: InputLocation(file: path, line: line),
            recovery: "Check which is which, and swap the names of the columns or keys, or else the values."
        )
    }
}

extension ByteScanner {
    /// Skips a line such as `sep=;`, which tells Excel the delimiter, and blank lines after it.
    mutating func skipSeparatorLine() {
        let end = firstOffset(of: .lineFeed, from: position) ?? self.end
        let line = trimmed(withoutCarriageReturns(position..<end))
        guard line.count <= 5, text(in: line).lowercased().hasPrefix("sep=") else { return }
        position = end
        skipWhitespace()
    }
}
