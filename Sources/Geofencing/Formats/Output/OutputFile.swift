/// A file or standard output that is written from its beginning to its end.
///
/// A plain file gets its name only when all of it was written: until then it has a temporary one beside it, and is
/// removed if the writing is given up, or by `UnfinishedOutputs` if a signal ends the process. Pipes, terminals, devices and
/// symbolic links are written in place.
package final class OutputFile {
    /// How many bytes are collected for one write.
    private static let capacity = 1 << 18

    /// The path as the caller gave it; `-` is standard output.
    package let path: String

    /// What is written next. Append to it, and call `flushIfFull()` now and then.
    package var buffer: [UInt8] = []

    private var descriptor: FileDescriptor?
    private var temporaryPath: String?
    /// What is for a pipe and may yet be taken back.
    private var held: SpillFile<UInt8>?

    /// Opens the output; what is at `path` stays until `commit()`.
    ///
    /// - Parameter mayRestart: Whether `restart()` may be called. What a pipe could not give back is then kept in a temporary file
    ///   until `commit()`.
    package init(path: String, mayRestart: Bool = false) throws(GeofenceError) {
        self.path = path
        buffer.reserveCapacity(Self.capacity + 4096)
        if path == "-" {
            descriptor = .standardOutput()
            if mayRestart { held = try SpillFile() }
            return
        }
        try open()
        if mayRestart, temporaryPath == nil { held = try SpillFile() }
    }

    private func open() throws(GeofenceError) {
        do throws(SystemError) {
            switch PathKind(path: path) {
            case .other: descriptor = try .open(writing: path, isNew: false)
            case .directory: throw .isADirectory
            case .nothing, .regular:
                for attempt in 0..<100 {
                    let candidate = "\(path).partial-\(processNumber)-\(attempt)"
                    do throws(SystemError) {
                        descriptor = try UnfinishedOutputs.begin(candidate) { () throws(SystemError) in
                            try .open(writing: candidate, isNew: true)
                        }
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
        if let temporaryPath { UnfinishedOutputs.end(temporaryPath) { removeFile(temporaryPath) } }
    }

    /// Begins anew, as if nothing had been written. Only for an output that was opened for that.
    package func restart() throws(GeofenceError) {
        buffer.removeAll(keepingCapacity: true)
        if held != nil { held = try SpillFile() }
        guard temporaryPath != nil else { return }
        do throws(SystemError) {
            try descriptor?.truncate(to: 0)
            try descriptor?.seek(to: 0)
        } catch {
            throw failed(error)
        }
    }

    /// Writes out the buffer if it is large enough to be worth it.
    @inline(__always)
    package func flushIfFull() throws(GeofenceError) {
        if buffer.count >= Self.capacity { try flush() }
    }

    /// Writes out the buffer.
    package func flush() throws(GeofenceError) {
        if let held { try held.append(buffer) } else { try write(buffer) }
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
        if let held {
            for start in stride(from: 0, to: held.count, by: Self.capacity) {
                try write(held.read(from: start, limit: Self.capacity))
            }
        }
        do throws(SystemError) {
            try descriptor.take()?.close()
            guard let temporaryPath else { return }
            try UnfinishedOutputs.end(temporaryPath) { () throws(SystemError) in
                try renameFile(temporaryPath, to: path)
            }
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
