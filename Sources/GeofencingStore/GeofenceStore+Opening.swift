internal import Foundation
internal import GRDB

extension GeofenceStore {
    /// How every connection to a store is set up.
    ///
    /// GRDB's `journalMode` would write to a store that is only read, and have readers wait for a writer.
    static func configuration(patience: WriterPatience = WriterPatience()) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .callback { patience.wait($0) }
        configuration.label = "geofence-store"
        configuration.prepareDatabase { database in
            // In SQLite's unit of -1 KiB: enough for the leaves that an import of a thousand devices writes to.
            try database.execute(sql: "PRAGMA cache_size = -131072")
            // With a write-ahead log a loss of power costs the last transactions, and the file stays sound.
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
        }
        return configuration
    }

    /// Opens a store; one in a folder where nothing may be written as a file that nobody changes.
    static func open(_ path: String, patience: WriterPatience) throws -> (DatabaseQueue, StillFile?) {
        do {
            return (try openShared(path, patience), nil)
        } catch let error as DatabaseError where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode) {
            guard let still = StillFile(path), let queue = try? DatabaseQueue(path: still.uri, configuration: unwritten)
            else { throw error }
            guard try isCurrent(queue) else { throw StoreProblem.olderVersion }
            return (queue, still)
        }
    }

    private static var unwritten: Configuration {
        var configuration = configuration()
        configuration.readonly = true
        return configuration
    }

    private static func openShared(_ path: String, _ patience: WriterPatience) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: path, configuration: configuration(patience: patience))
        let isCurrent = try isCurrent(queue)
        // The file remembers it; a copy that was made with VACUUM does not.
        let mode = try queue.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
        if mode != "wal" { try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") } }
        if !isCurrent { try StoreSchema.migrator.migrate(queue) }
        return queue
    }

    /// Whether a store has all tables of this version; refuses what is no store, or one of a newer version.
    private static func isCurrent(_ queue: DatabaseQueue) throws -> Bool {
        let migrator = StoreSchema.migrator
        return try queue.read { database in
            let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
            // The list of migrations is made before the first one: a store whose making was ended by force may have it alone.
            let others = "SELECT COUNT(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'"
            let isEmpty = try Int.fetchOne(database, sql: others) == 0
            guard id == applicationID || (id == 0 && isEmpty) else { throw StoreProblem.otherDatabase }
            if try migrator.hasBeenSuperseded(database) { throw StoreProblem.newerVersion }
            return try migrator.hasCompletedMigrations(database)
        }
    }
}
