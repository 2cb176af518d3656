public import Geofencing
internal import Logging

extension HistoryImport {
    /// Imports files, plain or gzip, one after another.
    ///
    /// - Parameters:
    ///   - paths: The files; `-` is standard input, which cannot be resumed.
    ///   - store: The store that the fixes are written to.
    ///   - progressed: Called now and then with the progress of the import, on the calling thread; an error that it
    ///     throws, such as that of `Task.checkCancellation()`, ends the import, which can be resumed.
    ///   - reject: Called with each record that is rejected, in order; again for those of the part that an interrupted
    ///     import had finished. An error that it throws ends the import in the same way.
    /// - Throws: The errors of `GeofenceStore`, with `storeBusy` while another import of the source is under way;
    ///   `invalidIdentifier` for a source with a NUL; those of `TraceFile` for a file as a whole; `invalidRecord` if
    ///   `isStrict`. Errors of any type that `progressed` and `reject` throw are rethrown unchanged. What was written
    ///   before remains.
    /// - Complexity: O(bytes), and the store's O(log *n*) for each fix; the memory is that of two batches.
    public func run(
        _ paths: [String],
        into store: GeofenceStore,
        progressed: (TraceProgress) throws -> Void = { _ in },
        rejecting reject: (RejectedTraceRecord) throws -> Void = { _ in }
    ) throws -> HistoryImportResult {
        try CallersErrors.passing { errors in
            try run(
                paths,
                into: store,
                rejected: { fix throws(GeofenceError) in
                    try errors.keep(in: store) { try reject(RejectedTraceRecord(fix)) }
                },
                progressed: { progress throws(GeofenceError) in
                    try errors.keep(in: store) { try progressed(progress) }
                }
            )
        }
    }

    /// Imports files, one after another.
    ///
    /// Reading and parsing continue while the store writes. The progress of the import is written with the last fixes
    /// of each batch.
    ///
    /// - Parameters:
    ///   - paths: The files; `-` is standard input, which cannot be resumed.
    ///   - store: The store that the fixes are written to; evaluated once there is something to read.
    ///   - rejected: Called with each record that is rejected.
    ///   - onEmptyInput: Called for each file without a record, with its path and the reason why there is none.
    ///   - onDoubt: Called for each file that is probably not meant as it is read.
    ///   - progressed: Called now and then with the progress of the import; an error that it throws ends the import.
    /// - Throws: The errors of `GeofenceStore` and of the readers; what was written before remains.
    package func run(
        _ paths: [String],
        into store: @autoclosure () throws(GeofenceError) -> GeofenceStore,
        rejected: (RejectedFix) throws(GeofenceError) -> Void,
        onEmptyInput: (String, String) -> Void = { _, _ in },
        onDoubt: (String, TraceDoubt) -> Void = { _, _ in },
        progressed: (TraceProgress) throws(GeofenceError) -> Void = { _ in }
    ) throws(GeofenceError) -> HistoryImportResult {
        try GeofenceStore.check(name: source, of: "source")
        // If a file is missing, or the first one is not a trace, the store is neither changed nor created.
        for path in paths { try ImportFile.check(path) }
        var first = try paths.first.map(open)
        let store = try store()
        let ledger = try GeofenceStore.untilNotBusy { () throws(GeofenceError) in
            try ImportLedger(self, paths: paths, store: store)
        }
        logStart(ledger)
        var pass = ImportPass(self, ledger)
        // After an error nothing may still be running.
        defer { pass.wait() }
        for (number, path) in paths.enumerated() {
            let reader = if let first = first.take() { first } else { try open(path) }
            let count = try pass.read(reader, number: number, rejected: rejected, progressed: progressed)
            if count == 0 { onEmptyInput(path, reader.emptiness) }
            if let doubt = reader.doubt { onDoubt(path, doubt) }
        }
        let result = try pass.finish()
        Logger.historyImport.debug(
            "import complete",
            metadata: ["source": "\(source)", "imported": "\(result.imported)", "known": "\(result.known)"]
        )
        return result
    }

    private func logStart(_ ledger: ImportLedger) {
        let message: String
        if takesAll {
            message = "import of all history"
        } else if let since = ledger.since, ledger.anchors.isEmpty {
            // Not `days`: one that was interrupted keeps its limit.
            let days = Int((since.duration(to: now) / .seconds(86_400)).rounded())
            message = "first import: limiting history to the last \(days.counted("day"))"
        } else {
            message = "import of history since the anchors"
        }
        Logger.historyImport.debug(
            "\(message)",
            metadata: ["source": "\(source)", "since": "\(ledger.since.map(\.description) ?? "the beginning")"]
        )
    }

    private func open(_ path: String) throws(GeofenceError) -> TraceReader {
        try TraceReader(.file(path), utcOffset: utcOffset)
    }
}
