internal import Foundation
internal import GRDB
internal import Geofencing

extension GeofenceStore {
    /// Returns the configuration of every connection to a store.
    ///
    /// GRDB's `journalMode` would write to a store that is only read, and would make readers wait for a writer.
    static func configuration(busyHandler: BusyHandler = BusyHandler()) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .callback { busyHandler.wait($0) }
        configuration.label = "geofence-store"
        configuration.prepareDatabase { database in
            // In SQLite's unit of -1 KiB: enough for the leaf pages that an import of a thousand devices writes to.
            try database.execute(sql: "PRAGMA cache_size = -131072")
            // With a write-ahead log, a power failure loses the last transactions, but the file stays intact.
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
        }
        return configuration
    }

    /// Opens a store; one that cannot be written here is opened as a file that nobody changes, unless others use it.
    static func open(
        _ path: String,
        _ opening: Opening,
        busyHandler: BusyHandler
    ) throws -> (DatabaseQueue, ImmutableStoreFile?) {
        let identity = FileIdentity(path: path)
        if identity?.isDirectory == true { throw StoreProblem.directory }
        // SQLite would leave a journal beside it.
        if identity?.isStream == true { throw StoreProblem.stream }
        if isUnusedByOthers(path), let opened = try openImmutable(path, opening) { return opened }
        do {
            return (try openShared(path, opening, busyHandler), nil)
        } catch let error as DatabaseError where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode) {
            guard let opened = try openImmutable(path, opening) else { throw error }
            return opened
        }
    }

    /// Refuses a file that is missing or unreadable, with the same wording as for any other input.
    static func checkReadable(_ path: String, _ opening: Opening) throws(GeofenceError) {
        let problem: (message: String, recovery: String)
        do {
            guard !path.isEmpty, !path.utf8.contains(0) else { throw CocoaError(.fileReadInvalidFileName) }
            let file = URL(filePath: path).resolvingSymlinksInPath().path
            let kind = try FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
            if FileManager.default.isReadableFile(atPath: path) { return }
            // Links that lead to a file have been resolved.
            problem =
                kind == .typeSymbolicLink
                ? ("this is a link that leads to no file", "Check where it leads, or name the store itself.")
                : ("the store cannot be read: permission denied", "Give yourself permission to read it.")
        } catch CocoaError.fileReadInvalidFileName where !path.isEmpty && !path.utf8.contains(0) {
            problem = ("the name of the store is too long", "Give it a shorter one.")
        } catch CocoaError.fileReadInvalidFileName {
            problem = ("the path of the store is empty or contains a NUL", "Name a file.")
        } catch CocoaError.fileReadNoPermission {
            problem = (
                "the folder of the store cannot be entered: permission denied", "Give yourself permission to enter it."
            )
        } catch {
            if opening == .createIfMissing { return }
            problem = (
                "there is no such store",
                "Check the path; to make a new store, \(StoreProblem.creation)"
            )
        }
        throw GeofenceError(
            .unreadableInput,
            problem.message,
            at: InputLocation(file: path),
            recovery: problem.recovery
        )
    }

    /// Returns whether a store cannot be written here and nobody uses it. The files that SQLite makes beside it would
    /// then belong to this reader, and the store's owner could not write to them.
    private static func isUnusedByOthers(_ path: String) -> Bool {
        let manager = FileManager.default
        let file = URL(filePath: path).resolvingSymlinksInPath().path
        return manager.fileExists(atPath: file) && !manager.isWritableFile(atPath: file)
            && !manager.fileExists(atPath: file + "-wal")
    }

    private static func openImmutable(_ path: String, _ opening: Opening) throws -> (
        DatabaseQueue, ImmutableStoreFile?
    )? {
        guard let file = ImmutableStoreFile(path),
            let queue = try? DatabaseQueue(path: file.uri, configuration: unwritten)
        else { return nil }
        do {
            guard try isCurrent(queue, .existing) else { throw StoreProblem.olderVersion }
        } catch StoreProblem.emptyFile where opening == .createIfMissing {
            // If the file could be written, it would be made a store.
            throw DatabaseError(resultCode: .SQLITE_READONLY)
        } catch  where !file.isUnchanged {
            throw StoreProblem.changedWhileRead
        }
        return (queue, file)
    }

    private static var unwritten: Configuration {
        var configuration = configuration()
        configuration.readonly = true
        return configuration
    }

    /// Returns the same path in a form that SQLite does not take for one of its special names, such as `:memory:` or a
    /// URI.
    static func file(_ path: String) -> String { URL(filePath: path).path }

    private static func openShared(
        _ path: String,
        _ opening: Opening,
        _ busyHandler: BusyHandler
    ) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: file(path), configuration: configuration(busyHandler: busyHandler))
        // Another process may be creating or migrating the same store. If it completes a step first, the same step
        // fails here, or, if the step can be done twice, its number is already in the list of migrations.
        try retrying {
            try prepare(queue, opening)
        } asLongAs: { error in
            (error as? DatabaseError).map { [.SQLITE_BUSY, .SQLITE_ERROR, .SQLITE_CONSTRAINT].contains($0.resultCode) }
                ?? false
        }
        return queue
    }

    /// Sets the journal mode of a store and creates the tables of this version.
    private static func prepare(_ queue: DatabaseQueue, _ opening: Opening) throws {
        let isCurrent = try isCurrent(queue, opening)
        // The file stores the mode, but a copy that was made with VACUUM does not have it.
        let mode = try queue.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
        if mode != "wal" { try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") } }
        if !isCurrent { try StoreSchema.migrator.migrate(queue) }
    }

    /// Returns whether a store has all tables of this version; throws for a file that is not a store, or one of a newer
    /// version. An empty file is accepted only where a store may be created.
    private static func isCurrent(_ queue: DatabaseQueue, _ opening: Opening) throws -> Bool {
        let migrator = StoreSchema.migrator
        return try queue.read { database in
            let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
            // The list of migrations is created before the first of them runs: if a store's creation was killed, it may
            // be the only table.
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
