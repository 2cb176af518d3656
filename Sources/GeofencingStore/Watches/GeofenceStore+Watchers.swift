internal import Foundation
internal import GRDB
public import Geofencing

/// An engine that listens to a store, as it has announced itself there.
///
/// It is there as long as its process has the file of its number locked. The number of the process is for people alone: another
/// process may have it later, or in another container.
struct Watcher: Sendable {
    var id: Int64
    /// The watch that it keeps; `nil` for none.
    var name: String?
    var process: Int32
    var start: Timestamp

    /// The end of the name of the file that it has locked.
    var lock: String { "watch-\(id)" }
}

extension GeofenceStore {
    /// A file beside the store that is locked as long as something goes on.
    func lockPath(_ name: String) -> String {
        // One process may name the store by a link.
        "\(URL(filePath: path).resolvingSymlinksInPath().path)-\(name)"
    }

    /// Whether an engine listens to the store.
    public func hasRunningWatcher() throws(GeofenceError) -> Bool {
        try read { try !self.runningWatchers($0).isEmpty }
    }

    /// Asks the engines that listen to reconcile what they have registered with what is saved, and forgets those that have
    /// ended without a word.
    public func requestReconciliation() throws(GeofenceError) {
        try write { database in
            try self.forgetEnded(database)
            try database.execute(sql: "UPDATE store_state SET reconcile_requests = reconcile_requests + 1")
        }
    }

    /// Announces an engine of this process.
    ///
    /// - Parameter name: Of the watch that it keeps, which no other engine may keep at the same time; `nil` for none.
    /// - Returns: The announcement, and the lock that says it is true, to be kept for as long.
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

    /// Takes back the announcement and all that it had registered.
    ///
    /// - Parameter isPatient: Whether it waits for others that write.
    func remove(_ watcher: Watcher, isPatient: Bool) throws(GeofenceError) {
        try write(timeout: isPatient ? Self.busyTimeout : Self.briefTimeout) {
            try $0.execute(sql: "DELETE FROM watchers WHERE id = ?", arguments: [watcher.id])
        }
    }

    /// Publishes what a watcher has registered since, and what it has no more.
    ///
    /// - Parameter isPatient: Whether it waits for others that write; not, where it is tried again soon.
    func publish(
        registered: [(id: Geofence.ID, revision: Int64)],
        removed: [Geofence.ID],
        by watcher: Watcher,
        isPatient: Bool
    ) throws(GeofenceError) {
        guard !registered.isEmpty || !removed.isEmpty else { return }
        try write(timeout: isPatient ? Self.busyTimeout : Self.briefTimeout) { database in
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

    /// Those that are there, the last one last.
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
        // Not by its number: in another container another process may have that of this one.
        let isOwn = FileLock.isOwn(path: store.lockPath(other.lock))
        return GeofenceError(
            .storeBusy,
            "\(isOwn ? "this process" : "process \(other.process)") keeps the watch \"\(name)\" of this store\(isOwn ? " already" : "")",
            at: InputLocation(file: store.path),
            recovery: isOwn
                ? "Stop the one that keeps it first, or give this watch another name."
                : "End that process, or give this watch another --name."
        )
    }
}
