internal import GRDB
public import Geofencing

/// The fixes of a device that watches did not use, counted once a watch saves.
public struct DeviceRejects: Sendable, Hashable, Identifiable {
    /// The device.
    public var device: DeviceID

    /// The number of fixes by reason; reasons that did not occur are absent.
    public var reasons: [Rejection: Int]

    /// The time at which the last of them arrived, by the clock of the watch's machine.
    public var lastArrival: Timestamp

    package init(device: DeviceID, reasons: [Rejection: Int], lastArrival: Timestamp) {
        self.device = device
        self.reasons = reasons
        self.lastArrival = lastArrival
    }

    /// The device.
    public var id: DeviceID { device }

    /// The total number of fixes.
    public var count: Int { reasons.values.reduce(0, +) }

    /// Counts one more fix, which arrived at this time.
    package mutating func add(_ reason: Rejection, at time: Timestamp) {
        reasons[reason, default: 0] += 1
        lastArrival = time
    }
}

extension DeviceRejects {
    /// Returns the rejects of all devices that have any, in ascending order of name.
    static func all(_ database: Database) throws -> [DeviceRejects] {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT device, reason, SUM(fixes), MAX(last_unix_ms) FROM watch_rejects
                GROUP BY device, reason ORDER BY device
                """
        )
        var found: [DeviceRejects] = []
        while let row = try rows.next() {
            let reason = try Rejection.named(row.value(1))
            let device = DeviceID(try row.value(0))
            let last = Timestamp(unixMilliseconds: try row.value(3))
            if found.last?.device != device {
                found.append(DeviceRejects(device: device, reasons: [:], lastArrival: last))
            }
            found[found.count - 1].reasons[reason] = try row.value(2)
            found[found.count - 1].lastArrival = max(found[found.count - 1].lastArrival, last)
        }
        return found
    }

    /// Adds the fixes to those counted for a watch.
    func add(toWatch name: String, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO watch_rejects (watch, device, reason, fixes, last_unix_ms) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (watch, device, reason) DO UPDATE
                    SET fixes = fixes + excluded.fixes, last_unix_ms = MAX(last_unix_ms, excluded.last_unix_ms)
                """
        )
        for (reason, count) in reasons {
            try statement.execute(
                arguments: [name, device.rawValue, reason.rawValue, count, lastArrival.unixMilliseconds]
            )
        }
    }
}
