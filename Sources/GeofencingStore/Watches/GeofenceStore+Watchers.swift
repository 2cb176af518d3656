internal import Foundation
internal import GRDB
public import Geofencing

/// An engine that listens to a store, as it has registered itself there.
///
/// It is running as long as its process keeps the lock file with its number locked. The process number is only for
/// people: another process may have it later, or in another container.
struct Watcher: Sendable {
    var id: Int64
    /// The name of the watch that it keeps; `nil` for none.
    var name: String?
    var process: Int32
    var start: Timestamp

    /// The suffix of the name of its lock file.
    var lock: String { "watch-\(id)" }
}

extension GeofenceStore {
    /// Returns the path of a file beside the store that is locked while something is under way.
    func lockPath(_ name: String) -> String {
        // Another process may refer to the store through a link.
        "\(URL(filePath: path).resolvingSymlinksInPath().path)-\(name)"
    }

    /// Returns whether an engine listens to the store.
    ///
    /// - Complexity: O(*n*) for *n* engines that listen, or that have ended without removing themselves.
    public func hasRunningWatcher() throws(GeofenceError) -> Bool {
        try read { try !self.runningWatchers($0).isEmpty }
    }

    /// Asks the engines that listen to reconcile what they have registered with what is saved, and forgets those that
    /// have ended without removing themselves.
    ///
    /// - Complexity: O(*n*) for *n* engines that listen, and O(log *n*) for each geofence that an engine that has ended
    ///   had registered.
    public func requestReconciliation() throws(GeofenceError) {
        try write { database in
            try self.forgetEnded(database)
            try database.execute(sql: "UPDATE store_state SET reconcile_requests = reconcile_requests + 1")
        }
    }

    /// Registers an engine of this process as a watcher.
    ///
    /// - Parameter name: The name of the watch that it keeps, which no other engine may keep at the same time; `nil`
    ///   for none.
    /// - Returns: The watcher, and the lock that shows that it is running, to be held for as long as it runs.
    func addWatcher(at time: Timestamp, named name: String?) throws(GeofenceError) -> (Watcher, FileLock) {
        try write { database in
            try self.forgetEnded(database)
            let process = ProcessInfo.processInfo.processIdentifier
            if let name, let other = try self.watchers(database).first(where: { $0.name == name }) {
                throw GeofenceError.watchIsKept(name, by: other, self)
            }
            try database.execute(
                sql: "INSERT INTO watchers (process, started_unix_ms, name) VALUES (?, ?, ?)",
                arguments: [process, time.unixMilliseconds, name]
            )
            let watcher = Watcher(id: database.lastInsertedRowID, name: name, process: process, start: time)
            return (watcher, try FileLock(path: self.lockPath(watcher.lock)))
        }
    }

    /// Removes a watcher and everything that it had registered.
    ///
    /// - Parameter isPatient: Whether to wait for other writers.
    func remove(_ watcher: Watcher, isPatient: Bool) throws(GeofenceError) {
        try write(isPatient: isPatient) { database in
            try database.execute(sql: "DELETE FROM watchers WHERE id = ?", arguments: [watcher.id])
            // Within the transaction: of a process that is killed now, the next one clears up after a watcher that has
            // ended, while nobody would know of its file.
            FileLock.remove(path: self.lockPath(watcher.lock))
        }
    }

    /// Publishes which geofences a watcher has newly registered, and which it no longer has.
    ///
    /// - Parameter isPatient: Whether to wait for other writers; `false` if the call is soon retried.
    func publish(
        registered: [(id: Geofence.ID, revision: Int64)],
        removed: [Geofence.ID],
        by watcher: Watcher,
        isPatient: Bool
    ) throws(GeofenceError) {
        guard !registered.isEmpty || !removed.isEmpty else { return }
        try write(isPatient: isPatient) { database in
            let insert = try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO registrations (watcher, identifier, revision) VALUES (?, ?, ?)"
            )
            for (id, revision) in registered {
                try insert.execute(arguments: [watcher.id, id.rawValue, revision])
            }
            let delete = try database.cachedStatement(
                sql: "DELETE FROM registrations WHERE watcher = ? AND identifier = ?"
            )
            for id in removed { try delete.execute(arguments: [watcher.id, id.rawValue]) }
        }
    }

    /// Returns the watchers that are running, the last one to start last.
    func runningWatchers(_ database: Database) throws -> [Watcher] { try watchers(database).filter(isRunning) }

    private func watchers(_ database: Database) throws -> [Watcher] {
        try Row.fetchAll(database, sql: "SELECT id, name, process, started_unix_ms FROM watchers ORDER BY id").map {
            try Watcher(
                id: $0.value(0),
                name: $0.value(1),
                process: $0.value(2),
                start: Timestamp(unixMilliseconds: $0.value(3))
            )
        }
    }

    private func isRunning(_ watcher: Watcher) -> Bool { FileLock.isHeld(path: lockPath(watcher.lock)) }

    private func forgetEnded(_ database: Database) throws {
        for watcher in try watchers(database) where !isRunning(watcher) {
            try database.execute(sql: "DELETE FROM watchers WHERE id = ?", arguments: [watcher.id])
            FileLock.remove(path: lockPath(watcher.lock))
        }
    }
}

extension GeofenceError {
    fileprivate static func watchIsKept(_ name: String, by other: Watcher, _ store: GeofenceStore) -> GeofenceError {
        // Not by the process number: in another container, another process may have the number of this one.
        let isOwn = FileLock.isOwn(path: store.lockPath(other.lock))
        return GeofenceError(
            .storeBusy,
            "the watch \"\(name)\" of this store is already running in \(isOwn ? "this process" : "process \(other.process)")",
            at: InputLocation(file: store.path),
            recovery: isOwn
                ? "Stop that watch first, or give this one another name."
                : "End that process, or give this watch another name (--name of `geofence watch`)."
        )
    }
}
