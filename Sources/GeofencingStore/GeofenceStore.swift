internal import Foundation
internal import GRDB
public import Geofencing
internal import Logging

/// Saved geofences, imported fixes and the events of devices in one SQLite file.
///
/// Several processes may use one store at a time: readers are never blocked, writers take turns and wait at most
/// `busyTimeout` seconds for each other. What a call writes is there as a whole or not at all, whatever ends the process.
///
/// All calls throw `GeofenceError`: `unreadableInput` for a store that is missing, `invalidStore` for a file that is no store
/// or is damaged, `storeVersion` for a store of a newer version, `storeBusy` when another process writes for too long, and
/// `inputOutput` for a full disk, a store that may not be written and a failed read or write.
public final class GeofenceStore: Sendable {
    /// What to do about a store that is not there.
    public enum Opening: Sendable {
        /// It is an error.
        case existing
        /// An empty one is made.
        case createIfMissing
    }

    /// How many seconds a call waits for another process to end its writing.
    public static let busyTimeout = 5.0

    /// "GFST": tells a store from any other SQLite file.
    static let applicationID: Int32 = 0x4746_5354

    /// The file.
    public let path: String

    let queue: DatabaseQueue

    /// Opens a store and brings one of an older version up to date.
    public init(path: String, opening: Opening = .existing) throws(GeofenceError) {
        self.path = path
        if opening == .existing, !FileManager.default.fileExists(atPath: path) {
            throw GeofenceError(
                .unreadableInput,
                "there is no such store",
                at: InputLocation(file: path),
                recovery: "Check the path; `geofence fences import` and `geofence import` make a new store."
            )
        }
        do {
            queue = try Self.open(path)
        } catch {
            throw GeofenceError(store: error, path: path)
        }
        Logger.geofences.debug("opened a store", metadata: ["file": "\(path)"])
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let migrator = StoreSchema.migrator
        let isCurrent = try queue.read { database in
            let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
            // The list of migrations is made before the first one: a store whose making was ended by force may have it alone.
            let others = "SELECT COUNT(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'"
            let isEmpty = try Int.fetchOne(database, sql: others) == 0
            guard id == applicationID || (id == 0 && isEmpty) else { throw StoreProblem.otherDatabase }
            if try migrator.hasBeenSuperseded(database) { throw StoreProblem.newerVersion }
            return try migrator.hasCompletedMigrations(database)
        }
        if !isCurrent { try migrator.migrate(queue) }
        return queue
    }

    /// How every connection to a store is set up.
    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(busyTimeout)
        configuration.label = "geofence-store"
        // In SQLite's unit of -1 KiB: enough for the leaves that an import of a thousand devices writes to.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -131072") }
        return configuration
    }

    /// Reads from one state of the store, whatever others write meanwhile.
    func read<Value>(_ body: (Database) throws -> Value) throws(GeofenceError) -> Value {
        do { return try queue.read(body) } catch { throw GeofenceError(store: error, path: path) }
    }

    /// Writes all that `body` writes, or nothing if it throws.
    func write<Value>(_ body: (Database) throws -> Value) throws(GeofenceError) -> Value {
        do {
            var value: Value?
            try queue.inTransaction(.immediate) { database in
                value = try body(database)
                return .commit
            }
            guard let value else { preconditionFailure("a transaction that ends without an error has run its body") }
            return value
        } catch {
            throw GeofenceError(store: error, path: path)
        }
    }
}
