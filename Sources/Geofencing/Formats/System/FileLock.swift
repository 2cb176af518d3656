internal import Synchronization

/// A locked file which shows that its creator still exists. The file is removed with its owner, and the lock ends with
/// the process, however that ends.
///
/// A process number is less reliable: after a restart of the machine, another process may have it.
package final class FileLock: Sendable {
    /// The files of this process, by path.
    private static let own = Mutex<Set<String>>([])

    private let path: String
    private let descriptor: FileDescriptor

    /// Creates and locks a file, replacing an existing one.
    package init(path: String) throws(GeofenceError) {
        self.path = path
        do throws(SystemError) {
            // Whoever left the existing file may still have it locked.
            removeFile(path)
            descriptor = try .open(writing: path, isNew: true)
            try descriptor.lock()
            // Who may read a store and not this file would take every owner for a living one. The file is empty.
            descriptor.allowReading()
            _ = Self.own.withLock { $0.insert(path) }
        } catch {
            throw error.failure(
                "the file cannot be created",
                path,
                recovery: error.remedy ?? "Check that you may write to its folder."
            )
        }
    }

    deinit {
        _ = Self.own.withLock { $0.remove(path) }
        removeFile(path)
    }

    /// Whether the creator of the file still holds it. A file that may not be opened counts as held.
    package static func isHeld(path: String) -> Bool {
        do throws(SystemError) {
            let descriptor = try FileDescriptor.open(reading: path)
            // Shared, so that two simultaneous checks do not take each other for the owner.
            try descriptor.lock(isShared: true)
            return false
        } catch {
            return !error.isFileNotFound
        }
    }

    /// Whether this process created the file under the same path and still holds it.
    package static func isOwn(path: String) -> Bool { own.withLock { $0.contains(path) } }

    /// Removes a file whose owner is gone.
    package static func remove(path: String) { removeFile(path) }
}
