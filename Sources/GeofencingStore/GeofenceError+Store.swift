internal import GRDB
internal import Geofencing

extension GeofenceError {
    /// Creates the error of this library for an error of the store at `path`.
    init(store error: any Error, path: String) {
        let location = InputLocation(file: path)
        switch error {
        case let error as GeofenceError:
            self = error
            // The error of a geofence in the store does not name the file yet.
            if code == .invalidStore, self.location?.file == nil {
                self.location = self.location ?? InputLocation()
                self.location?.file = path
            }
        case let problem as StoreProblem: self = problem.error(at: location)
        case let error as DatabaseError: self.init(error, at: location)
        case let unknown as UnknownName:
            self = .damagedStore("it has the unknown value \(unknown.name.debugDescription)", at: location)
        case is RowDecodingError: self = .damagedStore("a value has the wrong type", at: location)
        default:
            self.init(.inputOutput, "the store cannot be used: \(error)", at: location, recovery: "Check the file.")
        }
    }

    /// Returns the error for a part of a saved geofence that cannot be decoded.
    static func unreadable(_ part: String, because reason: String?) -> GeofenceError {
        GeofenceError(
            .invalidStore,
            "the \(part) of a saved geofence cannot be read\(reason.map { ": \($0)" } ?? "")",
            recovery: "Restore a backup of the store, or save the geofence again."
        )
    }

    private init(_ error: DatabaseError, at location: InputLocation) {
        let reason = error.message ?? "\(error.resultCode)"
        switch error.extendedResultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                .storeBusy,
                "other writers have kept the store busy for more than \(GeofenceStore.busyTimeout.components.seconds) s",
                at: location,
                recovery: "Run it again when they are done; nothing was changed."
            )
        // The second: nobody else uses the store, and there is no space for the shared memory, which even a reader
        // needs.
        case .SQLITE_FULL, .SQLITE_IOERR_SHMSIZE:
            self.init(
                .inputOutput,
                "there is no space left for the store",
                at: location,
                recovery: "Free some space and run it again; what was written before is safe."
            )
        case .SQLITE_READONLY:
            self.init(
                .inputOutput,
                "the store cannot be written to",
                at: location,
                recovery: """
                    Give yourself permission to write to the file and its folder, and check that the disk has room for more files; or \
                    use a copy elsewhere.
                    """
            )
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                .inputOutput,
                "the store cannot be opened: \(reason)",
                at: location,
                recovery: """
                    Check that the folder exists, that you can write to it, and that the disk and this process (`ulimit -n`) have room \
                    for more files. Or copy the store elsewhere, together with the file of the same name plus -wal, and open the copy.
                    """
            )
        case .SQLITE_NOTADB:
            self.init(
                .invalidStore,
                "this is not a store",
                at: location,
                recovery: "Name a store, or a file that does not exist yet."
            )
        // SQLite also says so if the disk could not read a page.
        case .SQLITE_CORRUPT:
            self = .damagedStore(reason, at: location)
            recoverySuggestion = """
                Check the disk and run it again; if that does not help, restore a backup, or see what can be saved with \
                `sqlite3 STORE .recover`.
                """
        // A table or a column is missing.
        case .SQLITE_ERROR:
            self = .damagedStore(reason, at: location)
        // Among others, for a disk quota that is exceeded.
        default:
            self.init(
                .inputOutput,
                "the store failed: \(reason)",
                at: location,
                recovery: "Check the disk, and your quota on it; what was written before is safe."
            )
        }
    }

    private static func damagedStore(_ reason: String, at location: InputLocation) -> GeofenceError {
        GeofenceError(
            .invalidStore,
            "the store is damaged: \(reason)",
            at: location,
            recovery: "Restore a backup, or see what can be saved with `sqlite3 STORE .recover`."
        )
    }
}
