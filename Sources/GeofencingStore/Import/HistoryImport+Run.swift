public import Geofencing
internal import Logging

extension HistoryImport {
    /// Imports files, read one after another, plain or gzip.
    ///
    /// - Parameters:
    ///   - paths: The files; `-` is standard input, which cannot be resumed.
    ///   - store: Where the fixes go.
    ///   - progressed: Told now and then how far the import is.
    /// - Throws: The errors of `GeofenceStore`, with `storeBusy` while another import of the source is under way; `invalidIdentifier` for a
    ///   source with a NUL; those of `TraceFile` for a file as a whole; `invalidRecord` if `isStrict`. What was written before remains.
    /// - Complexity: O(bytes), and the store's O(log *n*) for each fix; the memory is that of two batches.
    public func run(
        _ paths: [String],
        into store: GeofenceStore,
        progressed: (Progress) -> Void = { _ in }
    ) throws(GeofenceError) -> HistoryImportResult {
        try run(paths, into: store, rejected: { _ throws(GeofenceError) in }, progressed: progressed)
    }

    /// Imports files, read one after another.
    ///
    /// Reading and parsing go on while the store writes. How far the import has come is written with the last fixes of each batch.
    ///
    /// - Parameters:
    ///   - paths: The files; `-` is standard input, which cannot be resumed.
    ///   - store: Where the fixes go; asked for once there is something to read.
    ///   - rejected: Told of each record that is not used.
    ///   - foundEmpty: Told of each file without a record, by its path, and why there is none.
    ///   - progressed: Told now and then how far the import is.
    /// - Throws: The errors of `GeofenceStore` and of the readers; what was written before remains.
    package func run(
        _ paths: [String],
        into store: @autoclosure () throws(GeofenceError) -> GeofenceStore,
        rejected: (RejectedFix) throws(GeofenceError) -> Void,
        foundEmpty: (String, String) -> Void = { _, _ in },
        progressed: (Progress) -> Void = { _ in }
    ) throws(GeofenceError) -> HistoryImportResult {
        try GeofenceStore.check(name: source, of: "source")
        // Files of which one is missing, or the first is no trace, leave no trace in the store and make none.
        for path in paths { try ImportFile.check(path) }
        var first = try paths.first.map(open)
        let store = try store()
        let ledger = try GeofenceStore.untilNotBusy { () throws(GeofenceError) in
            try ImportLedger(self, paths: paths, store: store)
        }
        Logger.historyImport.debug(
            takesAll ? "import of all history" : "import from the anchors on",
            metadata: ["source": "\(source)", "since": "\(ledger.since.map(\.description) ?? "the beginning")"]
        )
        var pass = ImportPass(self, ledger)
        // Nothing goes on after an error.
        defer { pass.wait() }
        for (number, path) in paths.enumerated() {
            let reader = if let first = first.take() { first } else { try open(path) }
            let count = try pass.read(reader, number: number, rejected: rejected, progressed: progressed)
            if count == 0 { foundEmpty(path, reader.emptiness) }
        }
        let result = try pass.finish()
        Logger.historyImport.debug(
            "import complete",
            metadata: ["source": "\(source)", "imported": "\(result.imported)", "known": "\(result.known)"]
        )
        return result
    }

    private func open(_ path: String) throws(GeofenceError) -> TraceReader {
        try TraceReader(.file(path), utcOffset: utcOffset)
    }
}
