internal import Synchronization

/// The files of this process that have a temporary name, so that they can be removed when a signal ends it: a signal is the
/// whole process's, and leaves no owner the time to clean up.
package enum UnfinishedOutputs {
    private static let claims = Mutex<[String: Claim]>([:])

    /// Keeps a file locked until it has its name, though it is closed before.
    private final class Claim: Sendable {
        private let descriptor: FileDescriptor

        init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
    }

    /// Makes a file, locked until `end`, and knows of it until then.
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

    /// Locks a file that was made just now.
    private static func lock(_ file: borrowing FileDescriptor, at path: String) throws(SystemError) {
        do throws(SystemError) {
            try file.lock()
        } catch {
            // Somebody has taken it for one that was left, and is about to remove it.
            if error.isLocked { throw .fileExists }
            // Where files cannot be locked, nobody takes it for that.
            return
        }
        // It may have been removed before it was locked.
        guard file.isAt(path) else { throw .fileExists }
    }

    /// Removes a file or gives it its name, and forgets it.
    static func end<Failure>(_ path: String, _ body: () throws(Failure) -> Void) throws(Failure) {
        try claims.withLock { claims throws(Failure) in
            try body()
            claims[path] = nil
        }
    }

    /// Removes all, and then ends the process by `end`; meanwhile no file is made or gets its name.
    ///
    /// May be called from within a write that failed: none takes place while the claims are locked.
    package static func removeAll(andThen end: () -> Void) {
        claims.withLock { claims in
            for path in claims.keys { removeFile(path) }
            end()
        }
    }
}
