internal import Geofencing

/// A problem with a store that SQLite does not report.
enum StoreProblem: Error {
    case directory
    /// A pipe, terminal, socket or device.
    case stream
    case otherDatabase
    /// The file is empty.
    case emptyFile
    case newerVersion
    /// The store is read-only here, and so cannot be brought up to date.
    case olderVersion
    /// The store was read as a file that nobody changes, but was changed.
    case changedWhileRead
    /// What is read has to be sorted, in files for which there is no space.
    case noTemporarySpace

    /// What creates a store, for recovery suggestions.
    static let creation =
        "use `geofence fences add`, `fences import`, `import` or `devices report`, or `createIfMissing` in code."

    /// Returns the error of this library for the problem.
    func error(at location: InputLocation) -> GeofenceError {
        switch self {
        case .directory:
            GeofenceError(
                .unreadableInput,
                "this is a directory, not a store",
                at: location,
                recovery: "Name the store in it, or a file that does not exist yet."
            )
        case .stream:
            GeofenceError(
                .unreadableInput,
                "this is a pipe, a terminal, a socket or a device, not a store",
                at: location,
                recovery: "Name a store, which is a regular file, or a file that does not exist yet."
            )
        case .otherDatabase:
            GeofenceError(
                .invalidStore,
                "this is the database of another program, not a store",
                at: location,
                recovery: "Name a store, or a file that does not exist yet."
            )
        case .emptyFile:
            GeofenceError(
                .invalidStore,
                "this is an empty file, not a store",
                at: location,
                recovery: "Check the path; to make the file a store, \(Self.creation)"
            )
        case .newerVersion:
            GeofenceError(
                .storeVersion,
                "the store was written by a newer version of this program",
                at: location,
                recovery: "Update this program, or use a copy of the store from before the newer version wrote to it."
            )
        case .olderVersion:
            GeofenceError(
                .inputOutput,
                "the store was written by an older version of this program and cannot be upgraded, because it is read-only",
                at: location,
                recovery: "Copy it to a folder that you can write to, and open the copy."
            )
        case .changedWhileRead:
            GeofenceError(
                .storeBusy,
                "the store was changed while it was being read",
                at: location,
                recovery: "Run it again; what was read so far does not count."
            )
        case .noTemporarySpace:
            GeofenceError(
                .inputOutput,
                "there is no space left for temporary files, in which the contents of the store are sorted",
                at: location,
                recovery: "Set TMPDIR to a folder with free space."
            )
        }
    }
}
