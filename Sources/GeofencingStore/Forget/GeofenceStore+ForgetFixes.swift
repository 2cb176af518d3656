internal import GRDB
internal import Geofencing

extension GeofenceStore {
    /// How many fixes are removed between two looks at the clock.
    private static let piece = 2000

    /// Forgets the fixes before a time, device by device and of each the oldest first.
    func forgetFixes(
        before limit: Int64,
        isDryRun: Bool,
        _ result: inout ForgetResult,
        _ progressed: (ForgetResult) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        if isDryRun {
            result.fixes = try read { try Int.fetchOne($0, sql: Self.oldFixCount, arguments: ["before": limit]) ?? 0 }
            return
        }
        var devices = try read { database in
            try Int64.fetchAll(database, sql: Self.devicesWithOldFixes, arguments: ["before": limit])
        }[...]
        while !devices.isEmpty {
            result.fixes += try write { try Self.removeFixes(of: &devices, before: limit, $0) }
            try progressed(result)
            Self.letOthersWrite()
        }
    }

    /// Removes what one transaction may, and the devices that have no more from the list.
    private static func removeFixes(
        of devices: inout ArraySlice<Int64>,
        before limit: Int64,
        _ database: Database
    ) throws -> Int {
        let remove = try database.cachedStatement(sql: removalOfFixes)
        var turn = ForgetTurn()
        while let device = devices.first, !turn.isOver {
            let asked = min(piece, turn.left)
            try remove.execute(arguments: ["device": device, "before": limit, "count": asked])
            turn.remove(database.changesCount)
            if database.changesCount < asked { devices.removeFirst() }
        }
        return turn.removed
    }

    static let devicesWithOldFixes = """
        SELECT id FROM devices
        WHERE EXISTS (SELECT 1 FROM fixes WHERE device = devices.id AND ts_unix_ms < :before)
        """

    /// Counts without a look at what is newer: a cross join has the devices outside.
    static let oldFixCount = """
        SELECT COUNT(*) FROM devices CROSS JOIN fixes ON device = devices.id WHERE ts_unix_ms < :before
        """

    static let removalOfFixes = """
        DELETE FROM fixes WHERE (device, ts_unix_ms, sequence, latitude, longitude) IN (
            SELECT device, ts_unix_ms, sequence, latitude, longitude FROM fixes
            WHERE device = :device AND ts_unix_ms < :before
            ORDER BY device, ts_unix_ms, sequence, latitude, longitude LIMIT :count
        )
        """
}
