internal import Logging

/// Reads one trace: cuts it into chunks, and vends the parser for them.
///
/// The reader belongs to one thread; the chunks may be parsed on others. The result is the same for every chunk size.
package final class TraceReader {
    /// The path as the caller gave it; `-` is standard input.
    package let path: String

    /// How the trace is written; `nil` for an empty one.
    package let format: TraceFormat?

    /// Parses the chunks.
    package let parser: FixParser

    /// The line on which the first chunk starts, from 1.
    package let firstLine: Int

    /// What there is to say of a trace without a record, where nothing more is known.
    package static let noRecord = "there is no record in it"

    /// Why there is no record in it, if there is none.
    package let emptiness: String

    private let records: RecordReader

    /// The array of a chunk that is done with, to be used again.
    private var storage: [UInt8] = []

    /// Opens a trace and reads its beginning.
    ///
    /// - Parameters:
    ///   - source: Where it is; plain or gzip.
    ///   - chunkSize: How many bytes a chunk has, more or less.
    ///   - readsBatteries: Whether the charges of batteries are wanted.
    ///   - utcOffset: That of times without a zone; `nil` where such a record is rejected.
    package init(
        _ source: InputSource,
        chunkSize: Int = 1 << 20,
        readsBatteries: Bool = false,
        utcOffset: UTCOffset? = nil
    ) throws(GeofenceError) {
        let input = try InputFile(source)
        path = source.path
        let location = InputLocation(file: input.path, line: 1)
        let converter = try TraceConverter.convert(input)
        let isConverted = converter != nil
        records = try RecordReader(input, chunkSize: chunkSize)
        format = try records.peek { scanner, isAll throws(GeofenceError) in
            let kind = try ContentKind(scanner, isAll: isAll, at: location)
            return try TraceFormat.sniffed(kind, from: scanner, location: location)
        }
        let layout: FixParser.Layout
        switch format {
        case nil:
            layout = .objects(ObjectFixParser())
            firstLine = 1
        case .ndjson:
            layout = .objects(ObjectFixParser(utcOffset: utcOffset))
            firstLine = 1
        case .csv:
            let (header, lines) = try TableHeader.read(
                from: records,
                wanted: ColumnRole.ofFix + (readsBatteries ? [.battery] : []),
                required: ColumnRole.requiredOfFix
            )
            layout = .table(TableFixParser(header: header, utcOffset: utcOffset))
            // The header of a converted table is no line of the file.
            firstLine = isConverted ? lines : lines + 1
            Logger.ingest.debug("took columns", metadata: ["file": "\(path)", "columns": "\(header.mapping)"])
        }
        parser = FixParser(layout: layout, readsBatteries: readsBatteries, isConverted: isConverted)
        let parser = parser
        try records.refuseSwappedColumns(from: firstLine) { chunk in
            var parsed = ParsedFixes()
            var devices = DeviceCache(DeviceRegistry())
            parser.parse(chunk, devices: &devices, into: &parsed)
            return (parsed.swapSuspects, parsed.records)
        }
        emptiness = converter?.emptiness ?? Self.noRecord
        Logger.ingest.debug(
            "opened a trace",
            metadata: ["file": "\(path)", "format": "\(format?.rawValue ?? "empty")"]
        )
    }

    /// The next chunk, or `nil` after the last. `storage` is the array of a chunk that is done with, to be used again.
    func nextChunk(recycling storage: inout [UInt8]) throws(GeofenceError) -> RecordChunk? {
        try records.next(recycling: &storage)
    }

    /// Reads and parses what is left, a chunk at a time.
    ///
    /// - Parameters:
    ///   - devices: Of all traces that are read one after another.
    ///   - body: Gets the fixes of a chunk, and how many bytes it had.
    package func forEachChunk(
        devices: inout DeviceCache,
        _ body: (ParsedFixes, _ bytes: Int) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        var parsed = ParsedFixes()
        while let count = try parseNext(devices: &devices, into: &parsed) { try body(parsed, count) }
    }

    /// Reads and parses the next chunk.
    ///
    /// - Parameters:
    ///   - devices: Of all traces that are read one after another.
    ///   - parsed: Gets the fixes of the chunk in place of those before.
    /// - Returns: How many bytes the chunk had; `nil` after the last.
    package func parseNext(devices: inout DeviceCache, into parsed: inout ParsedFixes) throws(GeofenceError) -> Int? {
        guard let chunk = try nextChunk(recycling: &storage) else { return nil }
        parser.parse(chunk, devices: &devices, into: &parsed)
        storage = chunk.bytes
        return chunk.count
    }
}
