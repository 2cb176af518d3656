internal import Synchronization

/// A locked file that says: who made it is still there. It goes with its owner, and the lock goes with the process, however that
/// ends.
///
/// A number of a process says less: after a restart of the machine another process has it.
package final class FileLock: Sendable {
    /// Those of this process, by their paths.
    private static let own = Mutex<Set<String>>([])

    private let path: String
    private let descriptor: FileDescriptor

    /// Makes and locks a file, in place of one that is there.
    package init(path: String) throws(GeofenceError) {
        self.path = path
        do throws(SystemError) {
            // Whoever left the one that is there may still have it locked.
            removeFile(path)
            descriptor = try .open(writing: path, isNew: true)
            try descriptor.lock()
            _ = Self.own.withLock { $0.insert(path) }
        } catch {
            throw GeofenceError(
                .inputOutput,
                "the file cannot be made: \(error.text)",
                at: InputLocation(file: path),
                recovery: error.remedy ?? "Check that you may write to its folder."
            )
        }
    }

    deinit {
        _ = Self.own.withLock { $0.remove(path) }
        removeFile(path)
    }

    /// Whether whoever made the file still has it. A file that may not be looked at counts as one that somebody has.
    package static func isHeld(path: String) -> Bool {
        do throws(SystemError) {
            let descriptor = try FileDescriptor.open(reading: path)
            // Shared, so that two who ask at the same moment do not take each other for the owner.
            try descriptor.lock(isShared: true)
            return false
        } catch {
            return !error.isNoSuchFile
        }
    }

    /// Whether this process has made the file and still has it, by the same path.
    package static func isOwn(path: String) -> Bool { own.withLock { $0.contains(path) } }

    /// Removes a file whose owner has gone.
    package static func remove(path: String) { removeFile(path) }
}
