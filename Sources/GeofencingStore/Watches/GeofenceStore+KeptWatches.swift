internal import Foundation
internal import GRDB
package import Geofencing

/// The state of one device in the engine of a watch.
package struct WatchedDevice: Sendable {
    package var name: DeviceID
    /// The revision of the geofences when the state was saved.
    package var revision: Int64
    /// An encoded `EngineState`.
    package var state: [UInt8]
}

extension GeofenceStore {
    /// Returns how far the watch of this name has come; `nil` for a new one.
    package func progress(ofWatch name: String) throws(GeofenceError) -> WatchProgress? {
        try read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT input, input_head, input_bytes, output, output_bytes, output_end, is_output_open FROM watches
                    WHERE name = ?
                    """,
                arguments: [name]
            )
            return try row.map { row in
                var progress = WatchProgress()
                progress.input = try row.value(0)
                progress.inputHead = Self.mark(try row.value(1))
                progress.inputBytes = try row.value(2)
                progress.output = try row.value(3)
                progress.outputBytes = try row.value(4)
                progress.outputEnd = Self.mark(try row.value(5))
                progress.isOutputOpen = try row.value(6)
                return progress
            }
        }
    }

    /// Returns the fingerprint in a column, or that of the bytes in it: a watch of a version before the ninth migration
    /// that is still running saves the bytes.
    private static func mark(_ data: Data?) -> ContentFingerprint {
        let bytes = data.map { Array($0) } ?? []
        let mark = ContentFingerprint(decoding: bytes)
        return mark.encoded == bytes ? mark : ContentFingerprint(of: bytes)
    }

    /// Hands out what the watch of this name knows of devices, in ascending order of name.
    func watchedDevices(
        ofWatch name: String,
        _ body: (WatchedDevice) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: "SELECT device, revision, state FROM watch_devices WHERE watch = ? ORDER BY device",
                arguments: [name]
            )
            while let row = try rows.next() {
                let name = DeviceID(try row.value(0))
                try body(WatchedDevice(name: name, revision: row.value(1), state: Array(row.value(2) as Data)))
            }
        }
    }

    /// Returns the devices whose states the store has for the watch of this name, and how often devices had been
    /// forgotten by then.
    func devicesKept(ofWatch name: String) throws(GeofenceError) -> (devices: [DeviceID], forgettings: Int64) {
        try read { database in
            let names = try String.fetchAll(
                database,
                sql: "SELECT device FROM watch_devices WHERE watch = ?",
                arguments: [name]
            )
            return (names.map { DeviceID($0) }, try Self.state(database).forgettings)
        }
    }

    /// Saves how far a watch has come, what it knows of the devices that have changed, its new events and the fixes
    /// that it has not used since: all or nothing.
    ///
    /// - Parameters:
    ///   - progress: How far it has come; `nil` leaves the saved progress unchanged.
    ///   - devices: The states of these devices. Evaluated only once no one else writes: while others do, a save is
    ///     tried several times a second, and many states would take longer than that.
    ///   - forgettings: How often devices had been forgotten when these devices were checked; `nil` if that does not
    ///     matter.
    ///   - isPatient: Whether to wait for other writers, and until everything is on the disk; `false` if the save is
    ///     soon retried.
    /// - Returns: Whether it was saved: not if devices were forgotten since, because these may be among them.
    @discardableResult
    package func save(
        _ progress: WatchProgress?,
        ofWatch name: String,
        devices: @autoclosure () -> [WatchedDevice],
        transitions: [Transition],
        rejects: [DeviceRejects],
        after forgettings: Int64? = nil,
        isPatient: Bool
    ) throws(GeofenceError) -> Bool {
        try write(isPatient: isPatient, isDurable: isPatient) { database in
            if let forgettings, try Self.state(database).forgettings != forgettings { return false }
            try progress?.save(ofWatch: name, database)
            let insert = try database.cachedStatement(
                sql: """
                    INSERT INTO watch_devices (watch, device, revision, state) VALUES (?, ?, ?, ?)
                    ON CONFLICT (watch, device) DO UPDATE SET revision = excluded.revision, state = excluded.state
                    """
            )
            for device in devices() {
                try insert.execute(arguments: [name, device.name.rawValue, device.revision, Data(device.state)])
            }
            try Self.insert(transitions, .watch(name), database)
            for rejects in rejects { try rejects.add(toWatch: name, database) }
            return true
        }
    }
}
