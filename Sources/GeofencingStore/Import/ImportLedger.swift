internal import GRDB
internal import Geofencing

/// The state of a source in the store: its anchors, and the progress of an import of it.
struct ImportLedger: Sendable {
    let store: GeofenceStore
    /// The number of the source.
    let source: Int64
    /// The time before which nothing is taken from a device without an anchor; `nil` for no limit.
    let since: Timestamp?
    /// The time of each device's newest fix.
    let anchors: [DeviceID: Int64]
    /// The latest time that may become an anchor.
    let latest: Int64
    private let rules: ImportRules
    /// Shows that the import is under way.
    private let lock: FileLock
    private let files: [ImportFile]

    /// Looks up the source, which is created if necessary, and the chunks that an interrupted import of the same files
    /// has finished.
    ///
    /// - Throws: `storeBusy` while another import of the source is under way: each would take what the other has
    ///   written for the newest fixes that the source has given.
    init(_ history: HistoryImport, paths: [String], store: GeofenceStore) throws(GeofenceError) {
        let files = paths.map { ImportFile(path: $0) }
        let rules = ImportRules(takesAll: history.takesAll, utcOffset: history.utcOffset?.seconds)
        // A hundred million days are more than there have been.
        let days = Int64(min(max(history.days, 0), 100_000_000))
        // The minimum is reserved for no limit.
        let start = max((history.now - .seconds(86_400 * days)).unixMilliseconds, .min + 1)
        let latest = (history.now + FixLimits.longestAhead).unixMilliseconds
        let found = try store.write { database in
            let (source, since) = try Self.source(named: history.source, since: start, database)
            let lock = try Self.lock(source, named: history.source, store)
            let files = try ImportFile.resumed(files, source, rules, database)
            if files.allSatisfy({ $0.chunksDone == 0 }) { try Self.forgetUnfinished(of: source, database) }
            // Before anything is written, because what an interrupted import has left must not be taken for an anchor.
            try Self.withdrawFutureAnchors(of: source, after: latest, database)
            let anchors = try Self.anchors(of: source, database)
            return (source: source, since: since, anchors: anchors, files: files, lock: lock)
        }
        self.store = store
        self.rules = rules
        self.latest = latest
        lock = found.lock
        source = found.source
        since = rules.takesAll || found.since == .min ? nil : Timestamp(unixMilliseconds: found.since)
        anchors = found.anchors
        self.files = found.files
    }

    /// Returns how many chunks of a file an interrupted import has finished.
    func chunksDone(_ file: Int) -> Int { files[file].chunksDone }

    /// Records that fixes of a file are written, in the transaction that writes the first of them.
    func begin(_ number: Int, _ database: Database) throws { try files[number].begin(source, rules, database) }

    /// Records how many chunks of a file are finished, in the transaction that writes the last of their fixes.
    func keep(_ chunks: Int, of number: Int, _ database: Database) throws {
        try files[number].keep(chunks, source, rules, database)
    }

    /// Records the newest fix of a device in the import; it becomes the anchor when the import is finished.
    func keep(_ time: Int64, device: Int64, _ database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO import_anchors (source, device, pending_unix_ms) VALUES (?1, ?2, ?3)
                ON CONFLICT (source, device) DO UPDATE SET pending_unix_ms = MAX(IFNULL(pending_unix_ms, ?3), ?3)
                """
        )
        .execute(arguments: [source, device, time])
    }

    /// Finishes the import: its anchors count from now on.
    func finish() throws(GeofenceError) {
        try store.write { database in
            if rules.takesAll {
                // Not if nothing was taken: the day limit is still that of the first import that takes something.
                try database.execute(
                    sql: """
                        UPDATE sources SET since_unix_ms = ?1 WHERE id = ?2 AND EXISTS (
                            SELECT 1 FROM import_anchors WHERE source = ?2 AND pending_unix_ms IS NOT NULL
                        )
                        """,
                    arguments: [Int64.min, source]
                )
            }
            try database.execute(
                sql: """
                    UPDATE import_anchors SET
                        ts_unix_ms = MAX(IFNULL(ts_unix_ms, pending_unix_ms), pending_unix_ms), pending_unix_ms = NULL
                    WHERE source = ? AND pending_unix_ms IS NOT NULL
                    """,
                arguments: [source]
            )
            try database.execute(sql: "DELETE FROM import_progress WHERE source = ?", arguments: [source])
        }
    }
}
