internal import GRDB
internal import Geofencing

extension GeofenceStore {
    /// Forgets the fixes before a time, device by device, and for each device the oldest first.
    ///
    /// - Parameter devices: The devices whose fixes are forgotten; `nil` for all.
    func forgetFixes(
        of devices: [DeviceID]?,
        before limit: Int64,
        isDryRun: Bool,
        _ result: inout ForgetResult,
        _ progressed: (ForgetResult) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        let names = if let devices { devices.map(\.rawValue) } else { try devicesWithOldFixes(before: limit) }
        if isDryRun {
            result.fixes += try read { try Self.countOldFixes(of: names, before: limit, $0) }
            return
        }
        try removeInTurns(\.fixes, of: names, before: limit, by: Self.removalOfFixes, &result, progressed)
    }

    /// Returns how many fixes of devices are older than a time.
    static func countOldFixes(of names: [String], before limit: Int64, _ database: Database) throws -> Int {
        let count = try database.cachedStatement(sql: oldFixCount)
        return try names.reduce(0) { sum, name in
            try sum + (Int.fetchOne(count, arguments: ["device": name, "before": limit]) ?? 0)
        }
    }

    private func devicesWithOldFixes(before limit: Int64) throws(GeofenceError) -> [String] {
        try read { database in
            try String.fetchAll(database, sql: Self.devicesWithOldFixes, arguments: ["before": limit])
        }
    }

    static let devicesWithOldFixes = """
        SELECT name FROM devices
        WHERE EXISTS (SELECT 1 FROM fixes WHERE device = devices.id AND ts_unix_ms < :before)
        """

    static let oldFixCount = """
        SELECT COUNT(*) FROM fixes WHERE \(isOfDevice) AND ts_unix_ms < :before
        """

    /// By name, because the number of a device that was forgotten meanwhile may now be that of another one.
    static let removalOfFixes = """
        DELETE FROM fixes WHERE (device, ts_unix_ms, sequence, latitude, longitude) IN (
            SELECT device, ts_unix_ms, sequence, latitude, longitude FROM fixes
            WHERE \(isOfDevice) AND ts_unix_ms < :before
            ORDER BY device, ts_unix_ms, sequence, latitude, longitude LIMIT :count
        )
        """
}
