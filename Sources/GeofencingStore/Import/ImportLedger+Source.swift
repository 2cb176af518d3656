internal import GRDB
internal import Geofencing

// Reads and updates the state of a source, in the transaction that begins an import.
extension ImportLedger {
    /// Returns the number of a source, which is created if necessary, and the time from which its fixes are taken. If
    /// no import of the source has left an anchor or finished a chunk, there was no first import yet, so the time may
    /// still be set anew.
    static func source(
        named name: String,
        since start: Int64,
        _ database: Database
    ) throws -> (number: Int64, since: Int64) {
        try database.execute(
            sql: "INSERT OR IGNORE INTO sources (name, since_unix_ms) VALUES (?, ?)",
            arguments: [name, start]
        )
        try database.execute(
            sql: """
                UPDATE sources SET since_unix_ms = ?2 WHERE name = ?1 AND since_unix_ms <> ?3
                    AND NOT EXISTS (SELECT 1 FROM import_anchors WHERE source = sources.id)
                    AND NOT EXISTS (SELECT 1 FROM import_progress WHERE source = sources.id AND chunks > 0)
                """,
            arguments: [name, start, Int64.min]
        )
        let row = try Row.fetchOne(
            database,
            sql: "SELECT id, since_unix_ms FROM sources WHERE name = ?",
            arguments: [name]
        )
        guard let row else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a source that was just added is missing")
        }
        return (try row.value(0), try row.value(1))
    }

    /// Locks the source to show that an import of it is under way.
    ///
    /// - Throws: `storeBusy` while another import of the source is under way.
    static func lock(_ source: Int64, named name: String, _ store: GeofenceStore) throws(GeofenceError)
        -> FileLock
    {
        let path = store.lockPath("import-\(source)")
        guard !FileLock.isHeld(path: path) else {
            let isOwn = FileLock.isOwn(path: path)
            throw GeofenceError(
                .storeBusy,
                "another import of the source \"\(name)\" is under way\(isOwn ? " in this process" : "")",
                at: InputLocation(file: store.path),
                recovery: "Wait until it has ended, or give this import another source."
            )
        }
        return try FileLock(path: path)
    }

    /// Forgets what is left of an interrupted import that is not resumed. If the newest fixes of files that are now not
    /// read to their end became anchors, they would make the rest of those files too old.
    static func forgetUnfinished(of source: Int64, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE import_anchors SET pending_unix_ms = NULL WHERE source = ?",
            arguments: [source]
        )
        try database.execute(sql: "DELETE FROM import_progress WHERE source = ?", arguments: [source])
    }

    /// Withdraws anchors in the future, which earlier versions also created.
    static func withdrawFutureAnchors(of source: Int64, after latest: Int64, _ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE import_anchors SET ts_unix_ms = (
                    SELECT fixes.ts_unix_ms FROM fixes
                    WHERE fixes.device = import_anchors.device AND fixes.source = ?1 AND fixes.ts_unix_ms <= ?2
                    ORDER BY fixes.ts_unix_ms DESC LIMIT 1
                )
                WHERE source = ?1 AND ts_unix_ms > ?2
                """,
            arguments: [source, latest]
        )
    }

    /// Returns the time of each device's newest fix in the finished imports of a source.
    static func anchors(of source: Int64, _ database: Database) throws -> [DeviceID: Int64] {
        var anchors: [DeviceID: Int64] = [:]
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT name, ts_unix_ms FROM import_anchors JOIN devices ON devices.id = device
                WHERE source = ? AND ts_unix_ms IS NOT NULL
                """,
            arguments: [source]
        )
        while let row = try rows.next() { anchors[DeviceID(try row.value(0))] = try row.value(1) }
        return anchors
    }
}
