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
    private let many: Statements
    private let one: Statements

    /// The statements for a number of rows.
    private struct Statements {
        /// Inserts those that are not there.
        let insert: Statement
        /// Improves the accuracies of those that are there.
        let improve: Statement

        init(_ database: Database, source: Int64, rows: Int) throws {
            let insertion = """
                INTO fixes (device, ts_unix_ms, sequence, latitude, longitude, accuracy_m, source)
                VALUES \(repeatElement("(?, ?, ?, ?, ?, ?, \(source))", count: rows).joined(separator: ", "))
                """
            insert = try database.cachedStatement(sql: "INSERT OR IGNORE \(insertion)")
            improve = try database.cachedStatement(
                sql: """
                    INSERT \(insertion)
                    ON CONFLICT (device, ts_unix_ms, sequence, latitude, longitude) DO UPDATE
                    SET accuracy_m = excluded.accuracy_m
                    WHERE excluded.accuracy_m > 0
                        AND (accuracy_m IS NULL OR accuracy_m <= 0 OR accuracy_m > excluded.accuracy_m)
                    """
            )
        }
    }

    init(_ database: Database, source: Int64) throws {
        self.database = database
        many = try Statements(database, source: source, rows: Self.group)
        one = try Statements(database, source: source, rows: 1)
    }

    /// Inserts fixes; one that is already there keeps the better of both accuracies, so that the order of imports does
    /// not matter.
    ///
    /// - Parameter devices: The number in the store of the device in each slot.
    /// - Returns: The number of new fixes.
    func insert(_ fixes: ArraySlice<CompactFix>, devices: [Int64]) throws -> Int {
        var inserted = 0
        var left = fixes
        while !left.isEmpty {
            let statements = left.count < Self.group ? one : many
            let rows = left.prefix(left.count < Self.group ? 1 : Self.group)
            let before = database.totalChangesCount
            try run(statements.insert, with: rows, devices)
            let new = database.totalChangesCount - before
            if new < rows.count { try run(statements.improve, with: rows, devices) }
            inserted += new
            left = left.dropFirst(rows.count)
        }
        return inserted
    }

    private func run(_ statement: Statement, with fixes: ArraySlice<CompactFix>, _ devices: [Int64]) throws {
        let handle = unsafe statement.sqliteStatement
        var bound: Int32 = 0
        for fix in fixes {
            unsafe sqlite3_bind_int64(handle, bound + 1, devices[Int(fix.device)])
            unsafe sqlite3_bind_int64(handle, bound + 2, fix.time)
            unsafe sqlite3_bind_int64(handle, bound + 3, fix.sequence)
            unsafe sqlite3_bind_double(handle, bound + 4, fix.latitude)
            unsafe sqlite3_bind_double(handle, bound + 5, fix.longitude)
            if fix.horizontalAccuracy.isFinite {
                unsafe sqlite3_bind_double(handle, bound + 6, Double(fix.horizontalAccuracy))
            } else {
                unsafe sqlite3_bind_null(handle, bound + 6)
            }
            bound += 6
        }
        let outcome = unsafe sqlite3_step(handle)
        unsafe sqlite3_reset(handle)
        guard outcome == SQLITE_DONE else { throw DatabaseError(ofStep: outcome, database) }
    }
}
