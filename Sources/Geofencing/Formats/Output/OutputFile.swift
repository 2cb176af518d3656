/// A file or standard output, written from beginning to end.
///
/// A regular file gets its name, and the permissions of the file that it replaces, only once all of it is written.
/// Until then it has a temporary name in the same folder, and is removed if the writing is abandoned: by
/// `UnfinishedOutputs` if a signal ends the process, or by the next process that writes the same output if nothing else
/// could. Pipes, terminals, devices and symbolic links are written in place: the target of a link stays unchanged until
/// the first bytes are written.
package final class OutputFile {
    /// The number of bytes collected for one write.
    private static let capacity = 1 << 20

    /// The path as the caller gave it; `-` and `/dev/stdout` are standard output.
    package let path: String

    /// The bytes to write next. Append to it, and call `flushIfFull()` from time to time.
    package var buffer: [UInt8] = []

    private let descriptor: OutputDescriptor
    private var temporaryPath: String?
    /// Whether the file, written in place, still has its previous contents.
    private var isOld: Bool
    /// The output to a pipe that may still be discarded.
    private var held: SpillFile<UInt8>?

    /// Opens the output; an existing file at `path` stays until `commit()`.
    ///
    /// - Parameters:
    ///   - writesInBackground: Whether a background thread writes while the next buffer is filled.
    ///   - mayRestart: Whether `restart()` may be called. Output that could not be taken back, such as that to a pipe,
    ///     is then kept in an unnamed file until `commit()`.
    package init(path: String, writesInBackground: Bool = false, mayRestart: Bool = false) throws(GeofenceError) {
        self.path = path
        buffer.reserveCapacity(Self.capacity + 4096)
        do throws(SystemError) {
            let opened = try Self.open(path, &temporaryPath)
            isOld = temporaryPath == nil && opened.isRegular
            descriptor = OutputDescriptor(opened, writesInBackground: writesInBackground)
        } catch {
            throw error.failure("the file cannot be created", path, recovery: error.outputRemedy)
        }
        if mayRestart, temporaryPath == nil { held = try SpillFile() }
    }

    /// Opens an existing output, or a new file beside it with a temporary name.
    private static func open(_ path: String, _ temporaryPath: inout String?) throws(SystemError) -> FileDescriptor {
        if let inherited = FileDescriptor.inherited(path) { return inherited }
        let kind = PathKind(path: path)
        switch kind {
        case .other: return try .open(writing: path, isNew: false)
        case .directory: throw .isADirectory
        case .nothing, .regular: break
        }
        UnfinishedOutputs.removeLeft(of: path)
        for attempt in 0..<99 {
            let candidate = UnfinishedOutputs.path(of: path, attempt: attempt)
            do throws(SystemError) {
                let descriptor = try UnfinishedOutputs.begin(candidate)
                if case .regular = kind { descriptor.takePermissions(ofFileAt: path) }
                temporaryPath = candidate
                return descriptor
            } catch  where error.isExistingFile {
                continue
            }
        }
        throw .fileExists
    }

    deinit {
        if let temporaryPath { UnfinishedOutputs.end(temporaryPath) { removeFile(temporaryPath) } }
    }

    /// Starts over, as if nothing had been written. Requires an output that was opened with `mayRestart`.
    package func restart() throws(GeofenceError) {
        precondition(held != nil || temporaryPath != nil, "Output that has been written cannot be taken back.")
        buffer.removeAll(keepingCapacity: true)
        if held != nil { held = try SpillFile() }
        guard temporaryPath != nil else { return }
        try perform { () throws(SystemError) in try descriptor.truncate() }
    }

    /// Writes out the buffer if it is large enough.
    @inline(__always)
    package func flushIfFull() throws(GeofenceError) {
        if buffer.count >= Self.capacity { try flush() }
    }

    /// Writes out the buffer.
    package func flush() throws(GeofenceError) {
        guard let held else { return try writeBuffer() }
        try held.append(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    private func writeBuffer() throws(GeofenceError) {
        guard !buffer.isEmpty else { return }
        try perform { () throws(SystemError) in
            try dropOld()
            try descriptor.write(&buffer)
        }
    }

    private func dropOld() throws(SystemError) {
        guard isOld else { return }
        isOld = false
        try descriptor.truncate()
    }

    /// Writes out the rest, so that a file lacks only its name. Where several outputs belong together, all are
    /// completed before the first is committed, so that either each can be written or none gets its name.
    package func complete() throws(GeofenceError) {
        try flush()
        try perform { () throws(SystemError) in
            if temporaryPath == nil { try descriptor.finish() } else { try descriptor.close() }
        }
    }

    /// Writes out the rest, closes the file and gives it its name.
    package func commit() throws(GeofenceError) {
        try complete()
        if let held {
            for start in stride(from: 0, to: held.count, by: Self.capacity) {
                buffer = try held.read(from: start, limit: Self.capacity)
                try writeBuffer()
            }
        }
        try perform { () throws(SystemError) in
            try dropOld()
            try descriptor.close()
            guard let temporaryPath else { return }
            try UnfinishedOutputs.end(temporaryPath) { () throws(SystemError) in
                try renameFile(temporaryPath, to: path)
            }
            self.temporaryPath = nil
        }
    }

    /// Waits until a committed file and its name are on the disk. Streams are ignored.
    package static func sync(_ path: String) throws(GeofenceError) {
        guard let identity = FileIdentity(path: path), !identity.isStream else { return }
        do throws(SystemError) {
            try FileDescriptor.open(reading: path).sync()
            try syncFolder(of: path)
        } catch {
            throw failure(error, path)
        }
    }

    private func perform(_ body: () throws(SystemError) -> Void) throws(GeofenceError) {
        do throws(SystemError) { try body() } catch { throw Self.failure(error, path) }
    }

    private static func failure(_ error: SystemError, _ path: String) -> GeofenceError {
        if error.isNotOpen, InheritedFile.number(path) == 1 {
            return GeofenceError(
                .inputOutput,
                "standard output is closed",
                at: InputLocation(file: path),
                recovery: "Redirect it, for example with `> FILE`, and run the command again."
            )
        }
        return error.failure(
            "writing failed",
            path,
            recovery: error.remedy ?? "Check the output and run it again."
        )
    }
}
