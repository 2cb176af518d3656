internal import Logging

/// Reads one trace: cuts it into chunks, and provides the parser for them.
///
/// The reader belongs to one thread; the chunks may be parsed on others. The result is the same for every chunk size.
package final class TraceReader {
    /// The path as the caller gave it; `-` is standard input.
    package let path: String

    /// The format of the trace; `nil` for an empty one.
    package let format: TraceFormat?

    /// The parser of the chunks.
    let parser: FixParser

    /// The line on which the first chunk starts, from 1.
    package let firstLine: Int

    /// The reason why a trace has no record, if nothing more is known.
    package static let noRecord = "no records found"

    /// The reason why the trace has no record, if it has none.
    package let emptiness: String

    /// A sign that the trace is not meant as it is read.
    package let doubt: TraceDoubt?

    private let records: RecordReader

    /// The array of a chunk that is no longer needed, to be reused.
    private var storage: [UInt8] = []

    /// Opens a trace and reads its beginning.
    ///
    /// - Parameters:
    ///   - source: The source of the trace, plain or gzip.
    ///   - chunkSize: The approximate number of bytes in a chunk.
    ///   - readsBatteries: Whether battery charges are read.
    ///   - utcOffset: The offset from UTC of times without a zone; if `nil`, records with such times are rejected.
    package init(
        _ source: InputSource,
        chunkSize: Int = 1 << 20,
        readsBatteries: Bool = false,
        utcOffset: UTCOffset? = nil
    ) throws(GeofenceError) {
        var input = try InputFile(source)
        path = source.path
        let location = InputLocation(file: path, line: 1)
        let converter = try TraceConverter.convert(&input)
        records = try RecordReader(input, chunkSize: chunkSize)
        format = try records.peek { scanner, isAll throws(GeofenceError) in
            // What is not a fix has become a blank line, and may be all that has been read so far.
            if converter == .ownTracks, !isAll { return .ndjson }
            let kind = try ContentKind(scanner, isAll: isAll, at: location)
            if converter == .geoJSON { return kind == .empty ? nil : .ndjson }
            return try TraceFormat.sniffed(kind, from: scanner, location: location)
        }
        let layout: FixParser.Layout
        var (headerLines, doubt) = (0, TraceDoubt?.none)
        switch format {
        case .ndjson where converter == .geoJSON:
            let device = Array(TraceConverter.geoJSON.device(of: path).utf8)
            layout = .objects(ObjectFixParser(utcOffset: utcOffset, device: device, areFeatures: true))
        case .ndjson, nil:
            let advice =
                converter == nil || converter?.layout != nil
                ? try records.peek { scanner, _ in ObjectAdvice.ofFirstObject(in: scanner, converter?.layout) } : nil
            layout = .objects(ObjectFixParser(utcOffset: utcOffset, advice: advice?.recovery))
            doubt = advice?.doubt
        case .csv:
            let (header, lines) = try TableHeader.read(
                from: records,
                wanted: ColumnRole.ofFix + (readsBatteries ? [.battery] : []),
                required: ColumnRole.requiredForFix
            )
            layout = .table(TableFixParser(header: header, utcOffset: utcOffset))
            doubt = try records.peek { scanner, _ in header.doubt(in: scanner) }
            // The header of a converted table is not a line of the file.
            headerLines = converter == nil ? lines : lines - 1
            Logger.ingest.debug("assigned columns", metadata: ["file": "\(path)", "columns": "\(header.mapping)"])
        }
        firstLine = headerLines + 1
        parser = FixParser(layout: layout, readsBatteries: readsBatteries, source: converter?.source ?? .file)
        let parser = parser
        try records.refuseSwappedColumns(from: firstLine) { chunk in
            var parsed = ParsedFixes()
            var devices = DeviceCache(DeviceRegistry())
            parser.parse(chunk, devices: &devices, into: &parsed)
            return (parsed.swapSuspects, parsed.records)
        }
        emptiness = converter?.emptiness ?? Self.noRecord
        self.doubt = doubt
        Logger.ingest.debug(
            "opened a trace",
            metadata: ["file": "\(path)", "format": "\(format?.rawValue ?? "empty")"]
        )
    }

    /// Returns the next chunk, or `nil` after the last. `storage` is the array of a chunk that is no longer needed, to
    /// be reused.
    func nextChunk(recycling storage: inout [UInt8]) throws(GeofenceError) -> RecordChunk? {
        try records.next(recycling: &storage)
    }

    /// Reads and parses the rest, a chunk at a time.
    ///
    /// - Parameters:
    ///   - devices: The devices of all traces that are read one after another.
    ///   - body: Called with the fixes of each chunk and its number of bytes.
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
    ///   - devices: The devices of all traces that are read one after another.
    ///   - parsed: Receives the fixes of the chunk, in place of the previous ones.
    /// - Returns: The number of bytes in the chunk; `nil` after the last.
    package func parseNext(devices: inout DeviceCache, into parsed: inout ParsedFixes) throws(GeofenceError) -> Int? {
        guard let chunk = try nextChunk(recycling: &storage) else { return nil }
        parser.parseTimed(chunk, devices: &devices, into: &parsed)
        storage = chunk.bytes
        return chunk.count
    }
}

extension TraceReader {
    /// Returns whether a file is a trace of another program, which is converted before it is read: then the bytes that
    /// are read are not those of the file.
    package static func converts(_ path: String) -> Bool {
        guard let head = try? InputFile(path: path).peek(RecordReader.headSize) else { return false }
        return withScanner(of: head) { TraceConverter($0) } != nil
    }
}
