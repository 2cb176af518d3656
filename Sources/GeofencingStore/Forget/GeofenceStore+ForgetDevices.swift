internal import GRDB
public import Geofencing
internal import Logging

extension GeofenceStore {
    /// Forgets all that the store has of devices, as a person may ask for: fixes, events and visits, open ones too, what watches know of them
    /// and have counted of their fixes, how far imports of them are, and what they have reported.
    ///
    /// A device that sends again is a new one, also to a watch that runs: that forgets it within `GeofenceManager.pollInterval`, tells no
    /// EXIT of a visit that was open, and writes nothing back of what it knew. Of a device that it has never saved it cannot tell what was
    /// sent before. An import that is under way, or comes later, brings what its files still have.
    ///
    /// It writes in transactions of ten thousand rows or half a second at most, so that others can write meanwhile; the last one, which makes
    /// the devices unknown, outlasts a loss of power. If it is ended before that, the same call finishes it. What is removed is in
    /// the file until its room is filled again or given back by `VACUUM`.
    ///
    /// - Parameters:
    ///   - devices: Whose traces are to go.
    ///   - isDryRun: Whether it only counts, and changes nothing.
    /// - Returns: How many rows are gone, or would be.
    /// - Throws: The errors of the store. `unknownDevice`, before anything is forgotten, for one of which the store has nothing.
    /// - Complexity: O(*n* log *n*) for the *n* fixes and events of the devices.
    public func forget(devices: [DeviceID], isDryRun: Bool = false) throws(GeofenceError) -> ForgetResult {
        try forget(devices: devices, isDryRun: isDryRun) { _ throws(GeofenceError) in }
    }

    /// Forgets all that the store has of devices.
    ///
    /// - Parameter progressed: Told after each transaction what is gone so far; what it throws ends it there.
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
            // Of all times there are.
            try removeInTurns(\.events, of: names, before: .max, by: Self.removalOfDeviceEvents, &result, progressed)
            try removeInTurns(\.fixes, of: names, before: .max, by: Self.removalOfFixes, &result, progressed)
            let rest = try write(isDurable: true) { database in try Self.removeRest(of: names, database) }
            result.events += rest.events
            result.fixes += rest.fixes
            result.devices = names.count
        }
        Logger.geofences.debug(
            isDryRun ? "counted what a store would forget of devices" : "forgot devices",
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

    /// Removes what is small, and what came while the rest was removed; from then on the devices are unknown.
    private static func removeRest(of names: [String], _ database: Database) throws -> (events: Int, fixes: Int) {
        var removed: [DeviceTable: Int] = [:]
        for name in names {
            for table in DeviceTable.allCases {
                try database.cachedStatement(sql: table.removal).execute(arguments: ["device": name])
                removed[table, default: 0] += database.changesCount
            }
        }
        try database.execute(sql: "UPDATE store_state SET forgettings = forgettings + 1")
        return (removed[.events, default: 0], removed[.fixes, default: 0])
    }

    static let deviceEventCount = """
        SELECT COUNT(*) FROM events WHERE \(isOfDevice)
        """

    /// The newest first, so that what is left begins with an ENTER as before.
    static let removalOfDeviceEvents = """
        DELETE FROM events WHERE id IN (
            SELECT id FROM events WHERE \(isOfDevice) AND ts_unix_ms < :before
            ORDER BY ts_unix_ms DESC, id DESC LIMIT :count
        )
        """
}
