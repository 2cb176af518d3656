internal import Geofencing

/// One pass over the files of an import: reads and parses them, and passes on what is to be written.
struct ImportPass {
    private let isStrict: Bool
    private let ledger: ImportLedger
    private let registry: DeviceRegistry
    private let writer: ImportWriter
    private var devices: DeviceCache
    private var filter: AnchorFilter
    private var parsed = ParsedFixes()
    private var batch = ImportBatch()
    private var doubts = ImportDoubts()
    private var progress = TraceProgress()
    private var result = HistoryImportResult()

    init(_ history: HistoryImport, _ ledger: ImportLedger) {
        isStrict = history.isStrict
        self.ledger = ledger
        registry = DeviceRegistry()
        writer = ImportWriter(ledger, registry: registry)
        devices = DeviceCache(registry)
        filter = AnchorFilter(ledger.anchors, since: ledger.since, takesAll: history.takesAll)
        result.since = ledger.since
    }

    /// Reads the rest of a file.
    ///
    /// - Parameters:
    ///   - number: The position of the file in the import, from 0.
    ///   - rejected: Called with each record that is rejected.
    ///   - progressed: Called after each chunk with the progress of the import.
    /// - Returns: The number of records in the file.
    mutating func read(
        _ reader: TraceReader,
        number: Int,
        rejected: (RejectedFix) throws(GeofenceError) -> Void,
        progressed: (TraceProgress) throws(GeofenceError) -> Void
    ) throws(GeofenceError) -> Int {
        let before = progress.records
        // Finished chunks are read again, to report what is to be said of them.
        let done = ledger.chunksDone(number)
        var lines = reader.firstLine - 1
        var chunks = 0
        while let bytes = try reader.parseNext(devices: &devices, into: &parsed) {
            chunks += 1
            for record in parsed.rejected {
                try count(RejectedFix(record, path: reader.path, linesBefore: lines), rejected)
            }
            doubts.look(at: parsed.fixes, path: reader.path, linesBefore: lines)
            lines += parsed.lines
            progress.records += parsed.records
            progress.bytes += bytes
            try progressed(progress)
            if chunks <= done {
                result.resumedChunks += 1
            } else {
                try take(chunk: chunks, of: number)
            }
        }
        doubts.finishFile()
        return progress.records - before
    }

    /// Waits until nothing is being written.
    func wait() { writer.wait() }

    /// Writes the rest, and returns the result.
    mutating func finish() throws(GeofenceError) -> HistoryImportResult {
        try writer.add(&batch)
        (result.imported, result.known, result.devices) = try writer.finish()
        try ledger.finish()
        result.doubts = doubts.list
        result.hasOldHistory = doubts.hasOldHistory
        return result
    }

    private mutating func count(
        _ fix: RejectedFix,
        _ rejected: (RejectedFix) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        if isStrict { throw fix.error }
        result.rejected[fix.reason, default: 0] += 1
        try rejected(fix)
    }

    /// Takes over the fixes that were last parsed.
    private mutating func take(chunk: Int, of number: Int) throws(GeofenceError) {
        let tooOld = filter.append(parsed.fixes, registry, to: &batch.fixes)
        result.tooOld += tooOld.count
        doubts.leaveOut(tooOld)
        batch.chunks[number] = chunk
        if batch.fixes.count >= HistoryImport.batchSize { try writer.add(&batch) }
    }
}
