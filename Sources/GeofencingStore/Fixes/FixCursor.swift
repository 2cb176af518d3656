// SAFETY: the statement comes from GRDB, which keeps it as long as the cursor, and the cursor is used only inside the
// closure in which it was made. Columns are read only after a step that returned a row, and by value.

internal import GRDB
internal import GRDBSQLite
internal import Geofencing

/// Reads the fixes of one device, oldest first.
struct FixCursor {
    private let database: Database
    private let statement: Statement

    init(_ database: Database) throws {
        self.database = database
        statement = try database.makeStatement(
            sql: """
                SELECT ts_unix_ms, sequence, latitude, longitude, accuracy_m FROM fixes
                WHERE device = ? AND ts_unix_ms >= ? AND ts_unix_ms <= ?
                ORDER BY device, ts_unix_ms, sequence, latitude, longitude
                """
        )
    }

    /// Hands out the fixes of a device from `since` to `until`, both included, with `slot` as their device.
    ///
    /// - Parameter bestFirst: Whether, of fixes with the same time, the one with the best accuracy comes first, as when
    ///   files are sorted.
    func read(
        device: Int64,
        since: Int64,
        until: Int64,
        as slot: UInt32,
        bestFirst: Bool,
        _ body: (CompactFix) throws -> Void
    ) throws {
        var tied: [CompactFix] = []
        func flushTied() throws {
            if tied.count > 1 { tied = CompactFix.sorted(tied, bestFirst: true) }
            for fix in tied { try body(fix) }
            tied.removeAll(keepingCapacity: true)
        }
        try statement.setArguments([device, since, until])
        let handle = unsafe statement.sqliteStatement
        defer { unsafe sqlite3_reset(handle) }
        while true {
            let outcome = unsafe sqlite3_step(handle)
            if outcome == SQLITE_DONE { return try flushTied() }
            guard outcome == SQLITE_ROW else { throw DatabaseError(ofStep: outcome, database) }
            let isKnown = unsafe sqlite3_column_type(handle, 4) != SQLITE_NULL
            let fix = CompactFix(
                latitude: unsafe sqlite3_column_double(handle, 2),
                longitude: unsafe sqlite3_column_double(handle, 3),
                time: unsafe sqlite3_column_int64(handle, 0),
                sequence: unsafe sqlite3_column_int64(handle, 1),
                horizontalAccuracy: isKnown ? Float(unsafe sqlite3_column_double(handle, 4)) : .nan,
                device: slot
            )
            guard fix.coordinate.isValid else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the position of a fix is not on the Earth")
            }
            guard bestFirst else {
                try body(fix)
                continue
            }
            if let last = tied.last, last.time != fix.time { try flushTied() }
            tied.append(fix)
        }
    }
}

extension DatabaseError {
    /// Creates the error of a statement whose last step had this outcome.
    init(ofStep outcome: Int32, _ database: Database) {
        self.init(
            resultCode: ResultCode(rawValue: outcome),
            message: unsafe String(cString: sqlite3_errmsg(database.sqliteConnection))
        )
    }
}
