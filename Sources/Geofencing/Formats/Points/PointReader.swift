/// Reads positions without device and time from CSV, with columns for latitude and longitude and optionally `id`, from
/// JSON with keys of these names, or from GeoJSON.
package final class PointReader {
    /// The parser of the chunks.
    package let parser: PointParser

    /// The line on which the first chunk starts, from 1.
    package let firstLine: Int

    private let records: RecordReader

    private static let wanted = "Give latitude, longitude and optionally id as CSV or JSON, or points of GeoJSON."
    private static let conversion = """
        `gpsbabel -i FORMAT -f IN -o unicsv -F OUT.csv`, where FORMAT is kml or gpx, writes its places as CSV; with -t, the points of \
        its tracks.
        """

    /// Opens an input, plain or gzip (`-` for standard input), and reads its header.
    package init(path: String, chunkSize: Int = 1 << 20) throws(GeofenceError) {
        let location = InputLocation(file: path)
        let input = try InputFile(path: path)
        let isConverted = try PointConverter.convert(input)
        records = try RecordReader(input, chunkSize: chunkSize)
        let kind = try records.peek { scanner, isAll throws(GeofenceError) in
            try ContentKind(scanner, isAll: isAll, at: location)
        }
        guard kind == .text || kind == .empty else {
            throw GeofenceError(
                .unknownFormat,
                "the points are \(kind.description), not CSV or JSON of points",
                at: location,
                recovery: kind.recovery(orElse: kind == .xml ? Self.conversion : Self.wanted)
            )
        }
        guard kind == .text else {
            parser = PointParser(table: nil)
            firstLine = 1
            return
        }
        let (header, lines) = try TableHeader.read(
            from: records,
            wanted: [.pointID, .latitude, .longitude],
            required: [.latitude, .longitude]
        )
        // An identifier is read like the device of a trace.
        parser = PointParser(
            table: TableFixParser(header: header.replacing(.pointID, with: .device)),
            isConverted: isConverted
        )
        // The header of a converted table is not a line of the file.
        firstLine = isConverted ? lines : lines + 1
        let parser = parser
        try records.refuseSwappedColumns(from: firstLine) { chunk in
            var points = ParsedPoints()
            parser.parse(chunk, into: &points)
            return (points.swapSuspects, points.records)
        }
    }

    /// Returns the next chunk, or `nil` after the last.
    package func nextChunk() throws(GeofenceError) -> RecordChunk? {
        var storage: [UInt8] = []
        return try records.next(recycling: &storage)
    }
}
