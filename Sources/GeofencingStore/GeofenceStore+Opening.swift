internal import Foundation
internal import GRDB
internal import Geofencing

extension GeofenceStore {
    /// How every connection to a store is set up.
    ///
    /// GRDB's `journalMode` would write to a store that is only read, and have readers wait for a writer.
    static func configuration(patience: BusyHandler = BusyHandler()) -> Configuration {
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

    /// Opens a store; one that may not be written here as a file that nobody changes, unless others use it.
    static func open(
        _ path: String,
        _ opening: Opening,
        patience: BusyHandler
    ) throws -> (DatabaseQueue, ImmutableStoreFile?) {
        if isDirectory(path) { throw StoreProblem.directory }
        // SQLite would leave a journal beside it.
        if FileIdentity(path: path)?.isStream == true { throw StoreProblem.stream }
        if isUnusedOfOthers(path), let opened = try openStill(path, opening) { return opened }
        do {
            return (try openShared(path, opening, patience), nil)
        } catch let error as DatabaseError where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode) {
            guard let opened = try openStill(path, opening) else { throw error }
            return opened
        }
    }

    /// Refuses a file that is not there or may not be read, in the words of any input.
    static func checkReadable(_ path: String, _ opening: Opening) throws(GeofenceError) {
        let problem: (message: String, recovery: String)
        do {
            guard !path.isEmpty, !path.utf8.contains(0) else { throw CocoaError(.fileReadInvalidFileName) }
            _ = try FileManager.default.attributesOfItem(atPath: URL(filePath: path).resolvingSymlinksInPath().path)
            if FileManager.default.isReadableFile(atPath: path) { return }
            problem = ("the store may not be read", "Give yourself permission to read it.")
        } catch CocoaError.fileReadInvalidFileName {
            problem = ("the path of the store is empty or has a NUL in it", "Name a file.")
        } catch CocoaError.fileReadNoPermission {
            problem = ("the folder of the store may not be entered", "Give yourself permission to enter it.")
        } catch {
            if opening == .createIfMissing { return }
            problem = (
                "there is no such store",
                "Check the path; `geofence fences add`, `fences import`, `import` and `devices report` make a new store, and in code `createIfMissing`."
            )
        }
        throw GeofenceError(
            .unreadableInput,
            problem.message,
            at: InputLocation(file: path),
            recovery: problem.recovery
        )
    }

    private static func isDirectory(_ path: String) -> Bool {
        let file = URL(filePath: path).resolvingSymlinksInPath()
        return (try? file.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    }

    /// Whether a store may not be written here and nobody uses it: the files that SQLite makes beside it would be this reader's,
    /// and its owner could not write them.
    private static func isUnusedOfOthers(_ path: String) -> Bool {
        let manager = FileManager.default
        let file = URL(filePath: path).resolvingSymlinksInPath().path
        return manager.fileExists(atPath: file) && !manager.isWritableFile(atPath: file)
            && !manager.fileExists(atPath: file + "-wal")
    }

    private static func openStill(_ path: String, _ opening: Opening) throws -> (DatabaseQueue, ImmutableStoreFile?)? {
        guard let still = ImmutableStoreFile(path),
            let queue = try? DatabaseQueue(path: still.uri, configuration: unwritten)
        else { return nil }
        do {
            guard try isCurrent(queue, .existing) else { throw StoreProblem.olderVersion }
        } catch StoreProblem.emptyFile where opening == .createIfMissing {
            // A store would be made of it if it could be written.
            throw DatabaseError(resultCode: .SQLITE_READONLY)
        } catch  where !still.isUnchanged {
            throw StoreProblem.changedWhileRead
        }
        return (queue, still)
    }

    private static var unwritten: Configuration {
        var configuration = configuration()
        configuration.readonly = true
        return configuration
    }

    /// The same path as one that SQLite takes for no name of its own, such as `:memory:` or a URI.
    static func file(_ path: String) -> String { URL(filePath: path).path }

    private static func openShared(
        _ path: String,
        _ opening: Opening,
        _ patience: BusyHandler
    ) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: file(path), configuration: configuration(patience: patience))
        // Another process makes the same store, or brings it up to date: a step that it was faster with fails here, one that can be
        // done twice as its number in the list of migrations is there already.
        try retrying {
            try prepare(queue, opening)
        } asLongAs: { error in
            (error as? DatabaseError).map { [.SQLITE_BUSY, .SQLITE_ERROR, .SQLITE_CONSTRAINT].contains($0.resultCode) }
                ?? false
        }
        return queue
    }

    /// Gives a store its journal and the tables of this version.
    private static func prepare(_ queue: DatabaseQueue, _ opening: Opening) throws {
        let isCurrent = try isCurrent(queue, opening)
        // The file remembers it; a copy that was made with VACUUM does not.
        let mode = try queue.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
        if mode != "wal" { try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") } }
        if !isCurrent { try StoreSchema.migrator.migrate(queue) }
    }

    /// Whether a store has all tables of this version; refuses what is no store, or one of a newer version. An empty file is to
    /// become one only where a store may be made.
    private static func isCurrent(_ queue: DatabaseQueue, _ opening: Opening) throws -> Bool {
        let migrator = StoreSchema.migrator
        return try queue.read { database in
            let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
            // The list of migrations is made before the first one: a store whose making was ended by force may have it alone.
            if id != applicationID {
                let tables = try String.fetchSet(database, sql: "SELECT tbl_name FROM sqlite_master")
                guard id == 0, tables.isSubset(of: ["grdb_migrations"]) else { throw StoreProblem.otherDatabase }
                if tables.isEmpty, opening == .existing { throw StoreProblem.emptyFile }
            }
            if try migrator.hasBeenSuperseded(database) { throw StoreProblem.newerVersion }
            return try migrator.hasCompletedMigrations(database)
        }
    }
}
