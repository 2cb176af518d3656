internal import Foundation
internal import GRDB
package import Geofencing

/// How far a watch has come: in its input and its output, as far as these are files.
package struct WatchProgress: Sendable, Hashable {
    /// The file that fixes are read from; `nil` for what cannot be read again.
    package var input: String?
    /// The beginning of that file, by which it is known again.
    package var inputHead: [UInt8] = []
    /// How many of its bytes have been evaluated.
    package var inputBytes = 0
    /// The file that events are written to; `nil` for what cannot be cut back.
    package var output: String?
    /// How many of its bytes are of events that the store has too.
    package var outputBytes = 0
    /// The last of these, by which the file is known again; empty where they are not known.
    package var outputEnd: [UInt8] = []
    /// Whether the watch may have written more than these: while it runs, and if it was killed.
    package var isOutputOpen = true

    package init() {}
}

/// What the engine of a watch knew of one device.
package struct WatchedDevice: Sendable {
    /// The revision of the geofences at that moment.
    package var revision: Int64
    /// An encoded `EngineState`.
    package var state: [UInt8]

    package init(revision: Int64, state: [UInt8]) {
        self.revision = revision
        self.state = state
    }
}

extension GeofenceStore {
    /// How far the watch of this name has come; `nil` for a new one.
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
                progress.inputHead = (try row.value(1) as Data?).map { Array($0) } ?? []
                progress.inputBytes = try row.value(2)
                progress.output = try row.value(3)
                progress.outputBytes = try row.value(4)
                progress.outputEnd = (try row.value(5) as Data?).map { Array($0) } ?? []
                progress.isOutputOpen = try row.value(6)
                return progress
            }
        }
    }

    /// Gives an engine what the watch of this name knows of devices, checked against what has become of the geofences since.
    ///
    /// - Parameters:
    ///   - engine: Has registered what is active of `saved`.
    ///   - name: Of the watch.
    ///   - saved: All geofences of the store.
    ///   - rebasing: Whether what was decided by other rules is taken too.
    /// - Returns: The transitions that came of it, in order, and the devices whose state in the store is not that of the engine any more.
    /// - Throws: Besides the store's errors `invalidState`, and `stateMismatch` for other rules.
    package func restore(
        _ engine: GeofenceEngine,
        asWatch name: String,
        _ saved: SavedChanges,
        rebasing: Bool
    ) throws(GeofenceError) -> (transitions: [Transition], rebased: [DeviceID]) {
        let geofences = Dictionary(saved.changed.map { ($0.geofence.id, $0) }) { $1 }
        var transitions: [Transition] = []
        var rebased: [DeviceID] = []
        try watchedDevices(ofWatch: name) { watched throws(GeofenceError) in
            let state = try EngineState(decoding: watched.state)
            let history: FenceHistorian = { id in
                guard let geofence = geofences[id] else { return .same }
                if geofence.addedRevision > watched.revision { return .added }
                return geofence.revision > watched.revision ? .changed : .same
            }
            let isCurrent = watched.revision == saved.revision
            transitions += try engine.restore(state, history: isCurrent ? nil : history, rebasing: rebasing)
            if rebasing { rebased += state.devices }
        }
        return (transitions.sorted(by: Transition.precedes), rebased)
    }

    /// Hands out what the watch of this name knows of devices, in ascending order of name.
    package func watchedDevices(
        ofWatch name: String,
        _ body: (WatchedDevice) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: "SELECT revision, state FROM watch_devices WHERE watch = ? ORDER BY device",
                arguments: [name]
            )
            while let row = try rows.next() {
                try body(WatchedDevice(revision: row.value(0), state: Array(row.value(1) as Data)))
            }
        }
    }

    /// Keeps how far a watch has come, what it knows of the devices that have changed, its new events and the fixes that it has
    /// not used since: all or nothing.
    ///
    /// - Parameters:
    ///   - progress: How far it has come; `nil` leaves that as it is.
    ///   - isPatient: Whether it waits for others that write; not, where it is tried again soon.
    package func save(
        _ progress: WatchProgress?,
        ofWatch name: String,
        devices: [(name: DeviceID, device: WatchedDevice)],
        transitions: [Transition],
        rejects: [DeviceRejects] = [],
        isPatient: Bool = true
    ) throws(GeofenceError) {
        try write(timeout: isPatient ? Self.busyTimeout : Self.briefTimeout) { database in
            try progress?.save(ofWatch: name, database)
            let insert = try database.cachedStatement(
                sql: """
                    INSERT INTO watch_devices (watch, device, revision, state) VALUES (?, ?, ?, ?)
                    ON CONFLICT (watch, device) DO UPDATE SET revision = excluded.revision, state = excluded.state
                    """
            )
            for (device, watched) in devices {
                try insert.execute(arguments: [name, device.rawValue, watched.revision, Data(watched.state)])
            }
            try Self.insert(transitions, .watch(name), database)
            for rejects in rejects { try rejects.add(toWatch: name, database) }
        }
    }
}

extension WatchProgress {
    fileprivate func save(ofWatch name: String, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO watches
                    (name, input, input_head, input_bytes, output, output_bytes, output_end, is_output_open)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        try statement.execute(
            arguments: [
                name, input, Data(inputHead), inputBytes, output, outputBytes, Data(outputEnd), isOutputOpen,
            ]
        )
    }
}
