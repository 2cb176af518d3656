internal import Foundation
internal import GRDB
public import Geofencing
internal import Logging

/// Saved geofences, imported fixes and the events of devices in one SQLite file.
///
/// Several processes may use one store at a time: readers are never blocked, writers take turns and wait at most
/// `busyTimeout` for each other. What a call writes is there as a whole or not at all, whatever ends the process; only those that
/// forget history write in several transactions, and so does `HistoryImport`. A store that may not be written can be read.
///
/// The calls of one `GeofenceStore` take turns, whatever thread they come from, and a `GeofenceManager` that follows it with them: then fixes
/// wait while another thread reads many events. Give long readings a `GeofenceStore` of their own on the same file.
///
/// All calls throw `GeofenceError`: `unreadableInput` for a store that is missing or no file, `invalidStore` for a file that is no
/// store or is damaged, `storeVersion` for a store of a newer version, `storeBusy` when others write for too long, `storeReentry` for a call
/// by a closure that another call of it hands something to, and `inputOutput` for a full disk, a store that may not be written and a
/// failed read or write. Only what such a closure throws is not made one: `events(_:_:)`, `visits(_:_:)`, `fixes(of:since:until:_:)` and
/// `update(_:_:)` throw that as it is.
public final class GeofenceStore: Sendable {
    /// What to do about a store that is not there.
    public enum Opening: Sendable {
        /// It is an error.
        case existing
        /// An empty one is made.
        case createIfMissing
    }

    /// How long a call waits for others to end their writing.
    public static let busyTimeout = Duration.seconds(5)

    /// The timeout of calls that are retried soon anyway and would hold others up by waiting.
    static let briefTimeout = Duration.milliseconds(20)

    /// "GFST": tells a store from any other SQLite file.
    static let applicationID: Int32 = 0x4746_5354

    /// The file.
    public let path: String

    let queue: DatabaseQueue

    private let patience = BusyHandler()

    private let call = StoreCall()

    /// What the file was when it was opened, if it is read as one that nobody changes; `nil` for any other.
    private let stillness: ImmutableStoreFile?

    /// Opens a store and brings one of an older version up to date.
    public init(path: String, opening: Opening = .existing) throws(GeofenceError) {
        self.path = path
        try Self.checkReadable(path, opening)
        do {
            (queue, stillness) = try Self.open(path, opening, patience: patience)
        } catch {
            throw GeofenceError(store: error, path: path)
        }
        Logger.geofences.debug(
            "opened a store",
            metadata: ["file": "\(path)", "read_as_unchanging": "\(stillness != nil)"]
        )
    }

    /// Reads from one state of the store, whatever others write meanwhile.
    func read<Value>(_ body: (Database) throws -> Value) throws(GeofenceError) -> Value {
        try checkReentry()
        let result = Result { try queue.read { database in try call.perform { try body(database) } } }
        // What was changed while it was read may look damaged.
        if let stillness, !stillness.isUnchanged {
            throw GeofenceError(store: StoreProblem.changedWhileRead, path: path)
        }
        return try result.mapError { GeofenceError(store: $0, path: path) }.get()
    }

    /// Writes all that `body` writes, or nothing if it throws.
    ///
    /// - Parameters:
    ///   - timeout: How long it waits for others that write.
    ///   - isDurable: Whether it waits until all is on the disk, so that a loss of power costs nothing.
    func write<Value>(
        timeout: Duration = busyTimeout,
        isDurable: Bool = false,
        _ body: (Database) throws -> Value
    ) throws(GeofenceError) -> Value {
        try checkReentry()
        do {
            // SQLite begins a transaction on such a file as one that only reads.
            if stillness != nil { throw DatabaseError(resultCode: .SQLITE_READONLY) }
            var value: Value?
            try queue.writeWithoutTransaction { database in
                patience.limit(to: timeout)
                defer { patience.limit(to: Self.busyTimeout) }
                if isDurable { try database.execute(sql: "PRAGMA synchronous = FULL") }
                defer { if isDurable { try? database.execute(sql: "PRAGMA synchronous = NORMAL") } }
                try database.inTransaction(.immediate) {
                    value = try call.perform { try body(database) }
                    return .commit
                }
            }
            guard let value else { preconditionFailure("A transaction that ends without an error has run its body.") }
            return value
        } catch {
            throw GeofenceError(store: error, path: path)
        }
    }

    /// Refuses a call that another one hands its results to: the database would end the process.
    private func checkReentry() throws(GeofenceError) {
        guard call.isUnderWay else { return }
        throw GeofenceError(
            .storeReentry,
            "the store was called by what one of its calls hands results to",
            at: InputLocation(file: path),
            recovery:
                "Collect the events or visits first, and call the store after that, or call another GeofenceStore of the file."
        )
    }

    /// Ends the use of the file as the end of the process would that lets go of everything: the last user brings what is in the log
    /// beside the file into it and removes the log. Later calls fail.
    package func close() { try? queue.close() }

    /// Finds out before long work whether its results can be kept.
    package func checkWritable() throws(GeofenceError) { try write { _ in } }
}
