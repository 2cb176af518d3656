internal import GRDB
public import Geofencing
internal import Logging

extension GeofenceStore {
    /// Forgets everything that the store has of devices, as a person may request: their fixes, events and visits, even
    /// open ones, what watches know of them and have counted of their fixes, the progress of imports of them, and their
    /// reports.
    ///
    /// A device that sends again counts as a new one, even to a running watch: the watch forgets the device within
    /// `GeofenceManager.pollInterval`, reports no EXIT of a visit that was open, and writes back nothing of what it
    /// knew. If a watch has never saved a device, it cannot tell which of its fixes were sent before. An import that is
    /// under way, or comes later, brings back what its files still have.
    ///
    /// It writes in transactions of at most ten thousand rows or half a second, so that others can write meanwhile; the
    /// last one, which makes the devices unknown, survives a power failure. If the call is interrupted before that, the
    /// same call finishes it. Removed data remains in the file until its space is reused, or given back by `VACUUM`.
    ///
    /// - Parameters:
    ///   - devices: The devices to forget.
    ///   - isDryRun: Whether to only count, and change nothing.
    /// - Returns: How many rows were removed, or would be.
    /// - Throws: The errors of the store. `unknownDevice`, before anything is forgotten, for a device that the store
    ///   does not know.
    /// - Complexity: O(*n* log *n*) for the *n* fixes and events of the devices.
    public func forget(devices: [DeviceID], isDryRun: Bool = false) throws(GeofenceError) -> ForgetResult {
        try forget(devices: devices, isDryRun: isDryRun) { _ throws(GeofenceError) in }
    }

    /// Forgets everything that the store has of devices.
    ///
    /// - Parameter progressed: Called after each transaction with what has been removed so far; an error that it throws
    ///   ends the call there.
    package func forget(
        devices: [DeviceID],
        isDryRun: Bool = false,
        progressed: (ForgetResult) throws(GeofenceError) -> Void
    ) throws(GeofenceError) -> ForgetResult {
        if !isDryRun { try checkWritable() }
        try check(devices)
        let devices = Set(devices).sorted()
        let names = devices.map(\.rawValue)
        var result = ForgetResult()
        if isDryRun {
            result = try read { try Self.count(names, $0) }
        } else {
            // Rows of all times.
            try removeInTurns(\.events, of: names, before: .max, by: Self.deviceEventRemoval, &result, progressed)
            try removeInTurns(\.fixes, of: names, before: .max, by: Self.removalOfFixes, &result, progressed)
            let rest = try write(isDurable: true) { database in try Self.removeRest(of: names, database) }
            result.events += rest.events
            result.fixes += rest.fixes
            result.devices = names.count
        }
        Logger.geofences.debug(
            isDryRun ? "counted the devices that would be forgotten" : "forgot devices",
            metadata: [
                "devices": "\(result.devices)", "fixes": "\(result.fixes)", "events": "\(result.events)",
            ]
        )
        return result
    }

    private static func count(_ names: [String], _ database: Database) throws -> ForgetResult {
        var result = ForgetResult()
        result.devices = names.count
        result.fixes = try countOldFixes(of: names, before: .max, database)
        let events = try database.cachedStatement(sql: deviceEventCount)
        for name in names { result.events += try Int.fetchOne(events, arguments: ["device": name]) ?? 0 }
        return result
    }

    /// Removes the small tables' rows, and those that arrived while the rest was removed; from then on the devices are
    /// unknown.
    private static func removeRest(of names: [String], _ database: Database) throws -> (events: Int, fixes: Int) {
        var removed: [DeviceTable: Int] = [:]
        for name in names {
            for table in DeviceTable.allCases {
                try database.cachedStatement(sql: table.removal).execute(arguments: ["device": name])
                removed[table, default: 0] += database.changesCount
            }
        }
        // What an interrupted import had finished would not be read again, so the devices would come back in part.
        try database.execute(sql: "UPDATE import_progress SET chunks = 0")
        try database.execute(sql: "UPDATE store_state SET forgettings = forgettings + 1")
        return (removed[.events, default: 0], removed[.fixes, default: 0])
    }

    static let deviceEventCount = """
        SELECT COUNT(*) FROM events WHERE \(isOfDevice)
        """

    /// Geofence by geofence, the newest first, so that what is left still begins with an ENTER.
    static let deviceEventRemoval = """
        DELETE FROM events WHERE id IN (
            SELECT id FROM events WHERE \(isOfDevice) AND ts_unix_ms < :before
            ORDER BY geofence DESC, ts_unix_ms DESC, id DESC LIMIT :count
        )
        """
}
