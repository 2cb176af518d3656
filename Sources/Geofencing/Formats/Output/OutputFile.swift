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

    private let descriptor: OutputDescriptor
    private var temporaryPath: String?

    /// Opens the output; what is at `path` stays until `commit()`.
    ///
    /// - Parameter isWrittenBehind: Whether a thread of its own writes while the next buffer is filled.
    package init(path: String, isWrittenBehind: Bool = false) throws(GeofenceError) {
        self.path = path
        buffer.reserveCapacity(Self.capacity + 4096)
        do throws(SystemError) {
            let opened = try Self.open(path, &temporaryPath)
            descriptor = OutputDescriptor(opened, isWrittenBehind: isWrittenBehind)
        } catch {
            throw GeofenceError(
                .inputOutput,
                "the file cannot be created: \(error.text)",
                at: InputLocation(file: path),
                recovery: error.isNoSuchFile ? "Create the folder first." : "Check the path and the permissions."
            )
        }
    }

    /// Opens what is at a path, or a new file beside it with a temporary name.
    private static func open(_ path: String, _ temporaryPath: inout String?) throws(SystemError) -> FileDescriptor {
        if path == "-" { return .standardOutput() }
        switch PathKind(path: path) {
        case .other: return try .open(writing: path, isNew: false)
        case .directory: throw .isADirectory
        case .nothing, .regular: break
        }
        for attempt in 0..<99 {
            let candidate = "\(path).partial-\(processNumber)-\(attempt)"
            do throws(SystemError) {
                let descriptor = try FileDescriptor.open(writing: candidate, isNew: true)
                temporaryPath = candidate
                return descriptor
            } catch  where error.isExistingFile {
                continue
            }
        }
        throw .fileExists
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
        guard !buffer.isEmpty else { return }
        do throws(SystemError) {
            try descriptor.write(&buffer)
        } catch {
            throw failed(error)
        }
    }

    /// Writes out the rest, closes the file and gives it its name.
    package func commit() throws(GeofenceError) {
        try flush()
        do throws(SystemError) {
            try descriptor.close()
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
