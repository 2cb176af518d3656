internal import GRDB
public import Geofencing
internal import Logging

/// The saved geofences, imported fixes and events of devices in one SQLite file.
///
/// Several processes may use one store at a time: readers are never blocked, writers take turns and wait at most
/// `busyTimeout` for each other. Whatever ends the process, a call's writes are stored as a whole or not at all; only
/// calls that forget history, and `HistoryImport`, write in several transactions. A read-only store can be read.
///
/// The calls of one `GeofenceStore` take turns, whatever thread they come from, and so do those of a `GeofenceManager`
/// that follows it: fixes wait while another thread reads many events. For long reads, use a separate `GeofenceStore`
/// on the same file.
///
/// All calls throw `GeofenceError`: `unreadableInput` for a store that is missing or is not a file, `invalidStore` for
/// a file that is not a store or is damaged, `storeVersion` for a store of a newer version, `storeBusy` when others
/// write for too long, `storeReentry` for a call from a closure that another call of the store is handing something to,
/// and `inputOutput` for a full disk, a read-only store and a failed read or write. The exception is what such a
/// closure throws: `events(_:_:)`, `visits(_:_:)`, `fixes(of:since:until:_:)` and `update(_:_:)` rethrow it unchanged.
public final class GeofenceStore: Sendable {
    /// What to do if the store does not exist.
    public enum Opening: Sendable {
        /// Throw an error.
        case existing
        /// Create an empty one.
        case createIfMissing
    }

    /// The longest time that a call waits for others to finish writing.
    public static let busyTimeout = Duration.seconds(5)

    /// The timeout of calls that are retried soon anyway and would hold others up by waiting.
    static let briefTimeout = Duration.milliseconds(20)

    /// "GFST": distinguishes a store from any other SQLite file.
    static let applicationID: Int32 = 0x4746_5354

    /// The path of the file.
    public let path: String

    let queue: DatabaseQueue

    private let busyHandler = BusyHandler()

    private let call = StoreCall()

    /// The state of the file when it was opened, if it is read as one that nobody changes; otherwise `nil`.
    private let immutableFile: ImmutableStoreFile?

    /// Opens a store and brings one of an older version up to date.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - opening: What to do if there is no file, or an empty one, at the path.
    /// - Throws: `unreadableInput`, `invalidStore`, `storeVersion`, `storeBusy` and `inputOutput`, as all calls do.
    /// - Complexity: O(1); O(*n* log *n*) for the *n* events of a store of an older version.
    public init(path: String, opening: Opening = .existing) throws(GeofenceError) {
        self.path = path
        try Self.checkReadable(path, opening)
        do {
            (queue, immutableFile) = try Self.open(path, opening, busyHandler: busyHandler)
        } catch {
            throw GeofenceError(store: error, path: path)
        }
        Logger.geofences.debug(
            "opened a store",
            metadata: ["file": "\(path)", "read_as_unchanging": "\(immutableFile != nil)"]
        )
    }

    /// Reads from one state of the store, whatever others write meanwhile.
    func read<Value>(_ body: (Database) throws -> Value) throws(GeofenceError) -> Value {
        try checkReentry()
        let result = Result { try queue.read { database in try call.perform { try body(database) } } }
        // A file that was changed while it was read may look damaged.
        if let immutableFile, !immutableFile.isUnchanged {
            throw GeofenceError(store: StoreProblem.changedWhileRead, path: path)
        }
        return try result.mapError { GeofenceError(store: Self.problemOfReading($0), path: path) }.get()
    }

    /// Returns an error of a read; what only reads has no need of space but for SQLite's temporary files.
    private static func problemOfReading(_ error: any Error) -> any Error {
        (error as? DatabaseError)?.resultCode == .SQLITE_FULL ? StoreProblem.noTemporarySpace : error
    }

    /// Writes everything that `body` writes, or nothing if it throws.
    ///
    /// - Parameters:
    ///   - isPatient: Whether to wait for other writers; `false` if the call is soon retried.
    ///   - isDurable: Whether to wait until everything is on the disk, so that a power failure loses nothing.
    func write<Value>(
        isPatient: Bool = true,
        isDurable: Bool = false,
        _ body: (Database) throws -> Value
    ) throws(GeofenceError) -> Value {
        try checkReentry()
        do {
            // SQLite would begin a transaction on such a file as a read-only one.
            if immutableFile != nil { throw DatabaseError(resultCode: .SQLITE_READONLY) }
            var value: Value?
            try queue.writeWithoutTransaction { database in
                busyHandler.limit(to: isPatient ? Self.busyTimeout : Self.briefTimeout)
                defer { busyHandler.limit(to: Self.busyTimeout) }
                if isDurable { try database.execute(sql: "PRAGMA synchronous = FULL") }
                defer { if isDurable { try? database.execute(sql: "PRAGMA synchronous = NORMAL") } }
                try database.inTransaction(.immediate) {
                    value = try call.perform { try body(database) }
                    return .commit
                }
            }
            guard let value else {
                preconditionFailure("A transaction that ends without an error must have run its body.")
            }
            return value
        } catch {
            throw GeofenceError(store: error, path: path)
        }
    }

    /// Refuses a call made by a closure that another call hands its results to: the database would terminate the
    /// process.
    private func checkReentry() throws(GeofenceError) {
        guard call.isInProgress else { return }
        throw GeofenceError(
            .storeReentry,
            "the store was called from a closure that one of its own calls passes results to",
            at: InputLocation(file: path),
            recovery:
                "Collect the events or visits first and then call the store, or call another GeofenceStore for the file."
        )
    }

    /// Stops using the file, as the end of the process would by releasing everything: the last user moves the contents
    /// of the log beside the file into it and removes the log. Later calls fail.
    package func close() { try? queue.close() }

    /// Checks before long work that its results can be saved.
    package func checkWritable() throws(GeofenceError) { try write { _ in } }
}
