/// A file or standard output that is written from its beginning to its end.
///
/// A plain file gets its name only when all of it was written: until then it has a temporary one beside it, and is
/// removed if the writing is given up. Pipes, terminals, devices and symbolic links are written in place.
package final class OutputFile {
    /// How many bytes are collected for one write.
    private static let capacity = 1 << 18

    /// The path as the caller gave it; `-` is standard output.
    package let path: String

    /// What is written next. Append to it, and call `flushIfFull()` now and then.
    package var buffer: [UInt8] = []

    private var descriptor: FileDescriptor?
    private var temporaryPath: String?

    /// Opens the output; what is at `path` stays until `commit()`.
    package init(path: String) throws(GeofenceError) {
        self.path = path
        buffer.reserveCapacity(Self.capacity + 4096)
        if path == "-" {
            descriptor = .standardOutput()
            return
        }
        do throws(SystemError) {
            switch PathKind(path: path) {
            case .other: descriptor = try .open(writing: path, isNew: false)
            case .directory: throw .isADirectory
            case .nothing, .regular:
                for attempt in 0..<100 {
                    let candidate = "\(path).partial-\(processNumber)-\(attempt)"
                    do throws(SystemError) {
                        descriptor = try .open(writing: candidate, isNew: true)
                        temporaryPath = candidate
                        return
                    } catch  where error.isExistingFile && attempt < 99 {
                        continue
                    }
                }
            }
        } catch {
            throw GeofenceError(
                .inputOutput,
                "the file cannot be created: \(error.text)",
                at: InputLocation(file: path),
                recovery: error.isNoSuchFile ? "Create the folder first." : "Check the path and the permissions."
            )
        }
    }

    deinit {
        if let temporaryPath { removeFile(temporaryPath) }
    }

    /// Writes out the buffer if it is large enough to be worth it.
    @inline(__always)
    package func flushIfFull() throws(GeofenceError) {
        if buffer.count >= Self.capacity { try flush() }
    }

    /// Writes out the buffer.
    package func flush() throws(GeofenceError) {
        try write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes bytes after what was flushed, without the buffer.
    private func write(_ bytes: borrowing [UInt8]) throws(GeofenceError) {
        guard bytes.count > 0 else { return }
        do throws(SystemError) {
            try descriptor?.write(bytes)
        } catch {
            throw failed(error)
        }
    }

    /// Writes out the rest, closes the file and gives it its name.
    package func commit() throws(GeofenceError) {
        try flush()
        do throws(SystemError) {
            try descriptor.take()?.close()
            guard let temporaryPath else { return }
            try renameFile(temporaryPath, to: path)
            self.temporaryPath = nil
        } catch {
            throw failed(error)
        }
    }

    private func failed(_ error: SystemError) -> GeofenceError {
        GeofenceError(
            .inputOutput,
            "writing failed: \(error.text)",
            at: InputLocation(file: path),
            recovery: error.isNoSpace ? "Free some space and run it again." : "Check the output and run it again."
        )
    }
}
