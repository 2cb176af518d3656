/// A file that is appended to, survives the end of the process, and can be cut back to what is known to be good.
///
/// It is locked against other processes as long as it is open.
package final class AppendedFile {
    package let path: String
    /// What is written next.
    package var buffer: [UInt8] = []
    /// How many bytes of the file were written, those of the buffer not included.
    package private(set) var length: Int
    private let descriptor: FileDescriptor

    /// Opens a file and cuts it back to its first bytes; a new one if there is none.
    ///
    /// - Parameter length: How many bytes stay; `nil` for all.
    /// - Throws: `stateMismatch` if it has fewer, `inputOutput` if it cannot be used or another process has it.
    package init(path: String, keeping length: Int?) throws(GeofenceError) {
        self.path = path
        do throws(SystemError) {
            descriptor = try .open(updating: path)
            try descriptor.lock()
            let present = try descriptor.length()
            self.length = length ?? present
            if present > self.length { try descriptor.truncate(to: self.length) }
            try descriptor.seek(to: self.length)
            guard present < self.length else { return }
        } catch {
            throw Self.failure(error, path)
        }
        throw GeofenceError(
            .stateMismatch,
            "the file is shorter than it was when its length was kept",
            at: InputLocation(file: path),
            recovery: "Put the whole file back, or begin again without the state."
        )
    }

    /// Hands out all bytes up to `length` in turn, in pieces.
    package func forEachPiece(
        of size: Int = 1 << 20,
        _ body: ([UInt8]) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        try perform { descriptor throws(SystemError) in try descriptor.seek(to: 0) }
        var rest = length
        while rest > 0 {
            var piece = [UInt8](repeating: 0, count: min(size, rest))
            var filled = 0
            while filled < piece.count {
                let range = filled..<piece.count
                var count = 0
                do throws(SystemError) {
                    count = try descriptor.read(into: &piece, range)
                } catch {
                    throw Self.failure(error, path)
                }
                guard count > 0 else { break }
                filled += count
            }
            try body(piece)
            rest -= piece.count
        }
        let end = length
        try perform { descriptor throws(SystemError) in try descriptor.seek(to: end) }
    }

    /// Writes out the buffer.
    package func flush() throws(GeofenceError) {
        guard !buffer.isEmpty else { return }
        do throws(SystemError) {
            try descriptor.write(buffer)
        } catch {
            throw Self.failure(error, path)
        }
        length += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes out the buffer and waits until all is on the disk.
    package func sync() throws(GeofenceError) {
        try flush()
        try perform { descriptor throws(SystemError) in try descriptor.sync() }
    }

    private func perform(_ body: (borrowing FileDescriptor) throws(SystemError) -> Void) throws(GeofenceError) {
        do throws(SystemError) {
            try body(descriptor)
        } catch {
            throw Self.failure(error, path)
        }
    }

    private static func failure(_ error: SystemError, _ path: String) -> GeofenceError {
        if error.isLocked {
            return GeofenceError(
                .inputOutput,
                "another process is writing to the file",
                at: InputLocation(file: path),
                recovery: "Wait until it has ended, or name another file."
            )
        }
        return GeofenceError(
            .inputOutput,
            "the file cannot be written: \(error.text)",
            at: InputLocation(file: path),
            recovery: error.isNoSpace ? "Free some space and run it again." : "Check the path and the permissions."
        )
    }
}

/// A small file that is replaced as a whole, so that whatever happens there is the old one or the new one.
package enum ReplacedFile {
    /// Where the file for a path is written.
    package static func draft(of path: String) -> String { path + ".new" }

    /// Writes a file and gives it its name once it is on the disk.
    package static func write(_ bytes: [UInt8], to path: String) throws(GeofenceError) {
        let draft = try AppendedFile(path: draft(of: path), keeping: 0)
        draft.buffer = bytes
        try draft.sync()
        do throws(SystemError) {
            try renameFile(draft.path, to: path)
            try syncFolder(of: path)
        } catch {
            throw GeofenceError(
                .inputOutput,
                "the file cannot be put in place: \(error.text)",
                at: InputLocation(file: path),
                recovery: "Check the folder and its permissions."
            )
        }
    }

    /// The bytes of a file; `nil` if there is none.
    package static func read(_ path: String) throws(GeofenceError) -> [UInt8]? {
        if case .nothing = PathKind(path: path) { return nil }
        return try InputFile(path: path).readAll()
    }

    /// Removes files, those that are there.
    package static func remove(_ paths: String...) {
        for path in paths { removeFile(path) }
    }
}
