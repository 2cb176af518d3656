// SAFETY: the statements come from GRDB, which keeps them as long as the inserter, and the inserter is used only inside
// the closure in which it was made, with that closure's connection. Only numbers are bound, and by value.

internal import GRDB
internal import GRDBSQLite
internal import Geofencing

/// Inserts fixes into the table of fixes, many per statement.
///
/// GRDB's own binding boxes each argument, which costs more than SQLite's insertion.
struct FixInserter {
    /// The number of rows that one statement inserts: a third more per second than one by one, and hardly less than
    /// with a hundred.
    private static let group = 25

    private let database: Database
    private let many: Statement
    private let one: Statement

    init(_ database: Database, source: Int64) throws {
        self.database = database
        many = try Self.statement(database, source: source, rows: Self.group)
        one = try Self.statement(database, source: source, rows: 1)
    }

    private static func statement(_ database: Database, source: Int64, rows: Int) throws -> Statement {
        let values = repeatElement("(?, ?, ?, ?, ?, ?, \(source))", count: rows).joined(separator: ", ")
        return try database.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO fixes (device, ts_unix_ms, sequence, latitude, longitude, accuracy_m, source)
                VALUES \(values)
                """
        )
    }

    /// Inserts fixes; those that are already there are left unchanged.
    ///
    /// - Parameter devices: The number in the store of the device in each slot.
    /// - Returns: The number of new fixes.
    func insert(_ fixes: ArraySlice<CompactFix>, devices: [Int64]) throws -> Int {
        let before = database.totalChangesCount
        var left = fixes
        while left.count >= Self.group {
            try insert(left.prefix(Self.group), devices, with: many)
            left = left.dropFirst(Self.group)
        }
        while !left.isEmpty {
            try insert(left.prefix(1), devices, with: one)
            left = left.dropFirst()
        }
        return database.totalChangesCount - before
    }

    private func insert(_ fixes: ArraySlice<CompactFix>, _ devices: [Int64], with statement: Statement) throws {
        let handle = unsafe statement.sqliteStatement
        var place: Int32 = 0
        for fix in fixes {
            unsafe sqlite3_bind_int64(handle, place + 1, devices[Int(fix.device)])
            unsafe sqlite3_bind_int64(handle, place + 2, fix.time)
            unsafe sqlite3_bind_int64(handle, place + 3, fix.sequence)
            unsafe sqlite3_bind_double(handle, place + 4, fix.latitude)
            unsafe sqlite3_bind_double(handle, place + 5, fix.longitude)
            if fix.horizontalAccuracy.isFinite {
                unsafe sqlite3_bind_double(handle, place + 6, Double(fix.horizontalAccuracy))
            } else {
                unsafe sqlite3_bind_null(handle, place + 6)
            }
            place += 6
        }
        let outcome = unsafe sqlite3_step(handle)
        unsafe sqlite3_reset(handle)
        guard outcome == SQLITE_DONE else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: outcome),
                message: unsafe String(cString: sqlite3_errmsg(database.sqliteConnection))
            )
        }
    }
}
