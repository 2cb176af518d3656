internal import GRDB
public import Geofencing

extension GeofenceStore {
    /// Saves what a device reports about itself, in place of its earlier report, whatever the times of the two.
    ///
    /// - Throws: Besides the store's errors `invalidIdentifier` for a name with a NUL.
    /// - Complexity: O(log *n*) for *n* devices that the store knows.
    public func save(_ report: DeviceReport) throws(GeofenceError) {
        try Self.check(name: report.device.rawValue, of: "device")
        try write { database in
            try database.execute(
                sql: """
                    INSERT INTO devices (name, authorization_status, location_services_enabled, reported_unix_ms)
                    VALUES (:name, :status, :enabled, :time)
                    ON CONFLICT (name) DO UPDATE SET authorization_status = :status,
                        location_services_enabled = :enabled, reported_unix_ms = :time
                    """,
                arguments: [
                    "name": report.device.rawValue, "status": report.authorizationStatus.rawValue,
                    "enabled": report.locationServicesEnabled, "time": report.time.unixMilliseconds,
                ]
            )
        }
    }

    /// Returns the last reports of all devices that ever reported, in ascending order of name.
    ///
    /// - Complexity: O(*n* log *n*) for *n* reports.
    public func deviceReports() throws(GeofenceError) -> [DeviceReport] {
        try read(Self.deviceReports)
    }

    /// Returns whether geofences are worth registering: some device may be located at all times, or none has ever
    /// reported.
    package func allowsGeofencing() throws(GeofenceError) -> Bool { try read(Self.allowsGeofencing) }

    /// Returns whether geofences are worth registering. Every check of a listener asks for this, so the query uses the
    /// index, as most devices may never have reported.
    static func allowsGeofencing(_ database: Database) throws -> Bool {
        let find = try database.cachedStatement(sql: allowance)
        return try Bool.fetchOne(find, arguments: ["always": AuthorizationStatus.authorizedAlways.rawValue]) ?? true
    }

    static let allowance = """
        SELECT NOT EXISTS (SELECT 1 FROM devices WHERE authorization_status IS NOT NULL)
            OR EXISTS (SELECT 1 FROM devices WHERE authorization_status = :always AND location_services_enabled)
        """

    static func deviceReports(_ database: Database) throws -> [DeviceReport] {
        try Row.fetchAll(database, sql: reports).map { row in
            try DeviceReport(
                device: DeviceID(row.value(0)),
                authorizationStatus: AuthorizationStatus.named(row.value(1)),
                locationServicesEnabled: row.value(2),
                time: Timestamp(unixMilliseconds: row.value(3))
            )
        }
    }

    /// A query for the reports. Ordered by the plain name, SQLite would read all devices in that order.
    static let reports = """
        SELECT name, authorization_status, location_services_enabled, reported_unix_ms FROM devices
        WHERE authorization_status IS NOT NULL ORDER BY +name
        """

    /// Refuses a name that the store would cut short: SQLite ends a text at a NUL.
    static func check(name: String, of what: String) throws(GeofenceError) {
        guard name.hasNUL else { return }
        throw GeofenceError(
            .invalidIdentifier,
            "the name \(name.debugDescription) of a \(what) contains a NUL",
            recovery: "Give a name without control characters."
        )
    }

    /// Returns the number of a device, which is added if the store does not know it.
    static func number(of device: DeviceID, _ database: Database) throws -> Int64 {
        if let number = try knownNumber(of: device, database) { return number }
        try database.cachedStatement(sql: "INSERT INTO devices (name) VALUES (?)").execute(
            arguments: [device.rawValue]
        )
        return database.lastInsertedRowID
    }

    /// The condition that a row belongs to the device named `:device`.
    static let isOfDevice = "device = (SELECT id FROM devices WHERE name = :device)"

    /// Returns the number of a device; `nil` if the store does not know the device.
    static func knownNumber(of device: DeviceID, _ database: Database) throws -> Int64? {
        let find = try database.cachedStatement(sql: "SELECT id FROM devices WHERE name = ?")
        return try Int64.fetchOne(find, arguments: [device.rawValue.sought])
    }
}
