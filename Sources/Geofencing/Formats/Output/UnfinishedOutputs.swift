internal import Synchronization

/// The files of this process that have a temporary name, so that they can be removed when a signal ends it: a signal
/// hits the whole process and leaves no owner the time to clean up.
package enum UnfinishedOutputs {
    private static let claims = Mutex<[String: Claim]>([:])

    /// Keeps a file locked until it gets its name, even though it is closed before.
    private final class Claim: Sendable {
        private let descriptor: FileDescriptor

        init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
    }

    /// Creates a file, locks it and tracks it until `end`.
    static func begin(_ path: String) throws(SystemError) -> FileDescriptor {
        try claims.withLock { claims throws(SystemError) in
            let file = try FileDescriptor.open(writing: path, isNew: true)
            do throws(SystemError) {
                try lock(file, at: path)
                claims[path] = Claim(try file.duplicate())
            } catch {
                if file.isAt(path) { removeFile(path) }
                throw error
            }
            return file
        }
    }

    /// Locks a file that was just created.
    private static func lock(_ file: borrowing FileDescriptor, at path: String) throws(SystemError) {
        do throws(SystemError) {
            try file.lock()
        } catch {
            // Someone has taken it for a leftover and is about to remove it.
            if error.isLocked { throw .fileExists }
            // Where files cannot be locked, nobody takes it for a leftover.
            return
        }
        // It may have been removed before it was locked.
        guard file.isAt(path) else { throw .fileExists }
    }

    /// Removes or renames a file by `body`, and stops tracking it.
    static func end<Failure>(_ path: String, _ body: () throws(Failure) -> Void) throws(Failure) {
        try claims.withLock { claims throws(Failure) in
            try body()
            claims[path] = nil
        }
    }

    /// Removes all tracked files, then calls `end` to end the process; meanwhile no file is created or renamed.
    ///
    /// May be called from within a write that failed, since no write happens while the claims are locked.
    package static func removeAll(andThen end: () -> Void) {
        claims.withLock { claims in
            for path in claims.keys { removeFile(path) }
            end()
        }
    }
}
