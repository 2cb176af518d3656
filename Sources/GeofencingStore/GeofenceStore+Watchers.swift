internal import Foundation
internal import GRDB
public import Geofencing

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// An engine that listens to a store, as it has announced itself there.
struct Watcher: Sendable {
    var id: Int64
    var process: Int32

    /// Whether its process still runs. All processes of a store are on one machine, as SQLite's shared memory is.
    var isRunning: Bool { (kill(process, 0) == 0 || errno == EPERM) && !hasEnded }

    /// Whether it has ended and only its parent has not asked yet, as under a container's first process that never does.
    private var hasEnded: Bool {
        #if os(Linux)
        // "number (name) state ...", where the name may have any letter.
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return status?.split(separator: ")").last?.hasPrefix(" Z") == true
        #else
        return false
        #endif
    }
}

extension GeofenceStore {
    /// Whether an engine listens to the store.
    public func hasRunningWatcher() throws(GeofenceError) -> Bool {
        try read { try Self.watchers($0).contains(where: \.isRunning) }
    }

    /// Asks the engines that listen to reconcile what they have registered with what is saved, and forgets those that have
    /// ended without a word.
    public func requestReconciliation() throws(GeofenceError) {
        try write { database in
            try Self.forgetEnded(database)
            try database.execute(sql: "UPDATE store_state SET reconcile_requests = reconcile_requests + 1")
        }
    }

    /// Announces an engine of this process.
    ///
    /// - Parameter name: Of the watch that it keeps, which no other process may keep at the same time; `nil` for none.
    func addWatcher(at time: Timestamp, named name: String?) throws(GeofenceError) -> Watcher {
        try write { database in
            try Self.forgetEnded(database)
            let process = getpid()
            // One that ended had the number that this process has now, as the first process of a container has always.
            try database.execute(
                sql: "DELETE FROM watchers WHERE name = ? AND process = ?",
                arguments: [name, process]
            )
            let other = try Int32.fetchOne(
                database,
                sql: "SELECT process FROM watchers WHERE name = ?",
                arguments: [name]
            )
            if let name, let other { throw GeofenceError.watchIsKept(name, by: other, path: path) }
            try database.execute(
                sql: "INSERT INTO watchers (process, started_unix_ms, name) VALUES (?, ?, ?)",
                arguments: [process, time.unixMilliseconds, name]
            )
            return Watcher(id: database.lastInsertedRowID, process: process)
        }
    }

    /// Takes back the announcement and all that it had registered.
    func remove(_ watcher: Watcher) throws(GeofenceError) {
        try write { try $0.execute(sql: "DELETE FROM watchers WHERE id = ?", arguments: [watcher.id]) }
    }

    /// Publishes what a watcher has registered since, and what it has no more.
    func publish(
        registered: [(id: Geofence.ID, revision: Int64)],
        removed: [Geofence.ID],
        by watcher: Watcher
    ) throws(GeofenceError) {
        guard !registered.isEmpty || !removed.isEmpty else { return }
        try write { database in
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

    /// All that have announced themselves, the last one last.
    static func watchers(_ database: Database) throws -> [Watcher] {
        try Row.fetchAll(database, sql: "SELECT id, process FROM watchers ORDER BY id")
            .map { Watcher(id: $0[0], process: $0[1]) }
    }

    private static func forgetEnded(_ database: Database) throws {
        for watcher in try watchers(database) where !watcher.isRunning {
            try database.execute(sql: "DELETE FROM watchers WHERE id = ?", arguments: [watcher.id])
        }
    }
}

extension GeofenceError {
    fileprivate static func watchIsKept(_ name: String, by process: Int32, path: String) -> GeofenceError {
        GeofenceError(
            .storeBusy,
            "process \(process) keeps the watch \"\(name)\" of this store",
            at: InputLocation(file: path),
            recovery: "End that process, or give this watch another --name."
        )
    }
}
