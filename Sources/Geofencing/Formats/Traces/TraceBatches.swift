/// The records of one trace, a batch at a time, and their counts.
struct TraceBatches {
    private let reader: TraceReader
    private let registry = DeviceRegistry()
    private var devices: DeviceCache
    private var parsed = ParsedFixes()
    /// The number of lines of the file before the batch.
    private var linesBefore: Int
    private var lines: Int

    /// The counts of the records read so far.
    private(set) var counts = FixCounts()

    /// Opens a trace, like `TraceReader`.
    init(_ source: InputSource, utcOffset: UTCOffset?) throws(GeofenceError) {
        reader = try TraceReader(source, utcOffset: utcOffset)
        devices = DeviceCache(registry)
        lines = reader.firstLine - 1
        linesBefore = lines
    }

    /// Advances to the next batch; `false` after the last.
    mutating func readNext() throws(GeofenceError) -> Bool {
        guard try reader.parseNext(devices: &devices, into: &parsed) != nil else { return false }
        linesBefore = lines
        lines += parsed.lines
        counts.used += parsed.fixes.count
        for record in parsed.rejected { counts.reject(record.reason) }
        return true
    }

    /// The fixes of the batch, in the order of the file.
    var fixes: some Sequence<Fix> { parsed.fixes.lazy.map { [registry] in $0.fix(in: registry) } }

    /// The records of the batch that were not read as fixes, in the order of the file.
    var rejected: some Sequence<RejectedTraceRecord> {
        parsed.rejected.lazy.map { [path = reader.path, linesBefore] in
            RejectedTraceRecord(RejectedFix($0, path: path, linesBefore: linesBefore))
        }
    }
}
