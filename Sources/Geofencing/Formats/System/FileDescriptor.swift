// SAFETY: `read` and `write` are given ranges that were checked to lie in the array whose pointer is passed; paths
// are passed as the NUL-terminated copies that Swift makes of a String; `stat` and `poll` fill local variables.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// An open file of the system, closed when its owner goes.
struct FileDescriptor: ~Copyable {
    let number: Int32
    private let isOwned: Bool
    /// Whether it is a plain file, not a pipe, terminal or device.
    let isRegular: Bool

    init(number: Int32, isOwned: Bool, isRegular: Bool) {
        self.number = number
        self.isOwned = isOwned
        self.isRegular = isRegular
    }

    deinit {
        if isOwned { _ = Self.closeNumber(number) }
    }

    static func standardInput() -> FileDescriptor { FileDescriptor(number: 0, isOwned: false, isRegular: false) }

    /// What a path names that stands for a file which the process was given open; `nil` for any other. Opened by its name it would be
    /// written from the beginning, over what is there.
    static func inherited(_ path: String) -> FileDescriptor? {
        InheritedFile.number(path).map { FileDescriptor(number: $0, isOwned: false, isRegular: false) }
    }

    /// Opens a file for reading; a directory is refused.
    static func open(reading path: String) throws(SystemError) -> FileDescriptor {
        if let number = InheritedFile.number(path), isClosed(number) { throw SystemError(number: EBADF) }
        return try open(path, flags: O_RDONLY)
    }

    /// Whether a standard stream is closed, or something stands in its place that is good for nothing. By its name that would be opened
    /// for reading.
    private static func isClosed(_ number: Int32) -> Bool {
        let flags = fcntl(number, F_GETFL)
        switch number {
        case STDIN_FILENO: return flags < 0 || flags & O_ACCMODE == O_WRONLY
        case STDOUT_FILENO, STDERR_FILENO:
            return flags < 0
                || flags & O_ACCMODE == O_RDONLY
                    && FileIdentity(path: "/dev/fd/\(number)") == FileIdentity(path: "/dev/null")
        default: return false
        }
    }

    /// Opens a file for writing: a new one, which must not exist, or an existing pipe, device or link; the target of a link that leads
    /// nowhere is made, and that of another one keeps what it has.
    static func open(writing path: String, isNew: Bool) throws(SystemError) -> FileDescriptor {
        if isNew { return try open(path, flags: O_WRONLY | O_CREAT | O_EXCL) }
        do {
            // Some systems refuse O_CREAT for an existing file: another user's pipe in a world-writable folder.
            return try open(path, flags: O_WRONLY)
        } catch  where error.isNoSuchFile {
            return try open(path, flags: O_WRONLY | O_CREAT)
        }
    }

    /// Opens a file that is there for reading and writing.
    static func open(changing path: String) throws(SystemError) -> FileDescriptor { try open(path, flags: O_RDWR) }

    /// Opens a file for reading and writing from its beginning, a new one if there is none, and keeps other processes that do the same
    /// from it until it is closed.
    static func open(locking path: String) throws(SystemError) -> FileDescriptor {
        while true {
            let descriptor = try open(path, flags: O_RDWR | O_CREAT)
            try descriptor.lock()
            // Whoever had it locked may have removed it meanwhile.
            if descriptor.isAt(path) { return descriptor }
        }
    }

    private static func open(_ path: String, flags: Int32) throws(SystemError) -> FileDescriptor {
        // The system would take the path up to there.
        guard !path.utf8.contains(0) else { throw SystemError(number: EINVAL) }
        var number: Int32
        repeat {
            number = unsafe path.withCString { unsafe openNumber($0, flags) }
        } while number < 0 && errno == EINTR
        guard number >= 0 else { throw .last }
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else {
            let error = SystemError.last
            _ = closeNumber(number)
            throw error
        }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else {
            _ = closeNumber(number)
            throw SystemError(number: EISDIR)
        }
        return FileDescriptor(number: number, isOwned: true, isRegular: kind == S_IFREG)
    }

    private static func openNumber(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
        #if canImport(Darwin)
        unsafe Darwin.open(path, flags | O_CLOEXEC, 0o666)
        #elseif canImport(Glibc)
        unsafe Glibc.open(path, flags | O_CLOEXEC, 0o666)
        #else
        unsafe Musl.open(path, flags | O_CLOEXEC, 0o666)
        #endif
    }

    private static func closeNumber(_ number: Int32) -> Int32 {
        #if canImport(Darwin)
        Darwin.close(number)
        #elseif canImport(Glibc)
        Glibc.close(number)
        #else
        Musl.close(number)
        #endif
    }

    /// Reads at most `range.count` bytes into `range` of `bytes`; 0 at the end of the file.
    func read(into bytes: inout [UInt8], _ range: Range<Int>) throws(SystemError) -> Int {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "The range is one of the bytes.")
        while true {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer -> Int in
                guard let start = buffer.baseAddress else { return 0 }
                return unsafe Self.readNumber(number, start + range.lowerBound, range.count)
            }
            if count >= 0 { return count }
            try waitIfNotReady(for: POLLIN)
        }
    }

    private static func readNumber(_ number: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
        #if canImport(Darwin)
        unsafe Darwin.read(number, buffer, count)
        #elseif canImport(Glibc)
        unsafe Glibc.read(number, buffer, count)
        #else
        unsafe Musl.read(number, buffer, count)
        #endif
    }

    /// Writes all of `bytes`, in as many calls as it takes.
    func write(_ bytes: borrowing [UInt8]) throws(SystemError) { try write(unsafe bytes.span.bytes) }

    /// Writes the bytes of any values.
    func write(_ bytes: RawSpan) throws(SystemError) {
        var done = 0
        while done < bytes.byteCount {
            let count = unsafe bytes.withUnsafeBytes { buffer -> Int in
                guard let start = buffer.baseAddress else { return 0 }
                return unsafe Self.writeNumber(number, start + done, buffer.count - done)
            }
            if count >= 0 { done += count } else { try waitIfNotReady(for: POLLOUT) }
        }
    }

    /// After a call that failed: waits until it can go on, if that is all that was wrong. A file that the process was given open does not
    /// block where another process that has it wants it so.
    func waitIfNotReady(for event: Int32) throws(SystemError) {
        if errno == EINTR { return }
        guard errno == EAGAIN || errno == EWOULDBLOCK else { throw .last }
        _ = wait(for: event, milliseconds: -1)
    }

    /// Waits for an event, an error or a signal: above 0 for the first two, below for the last, 0 once the time is over.
    private func wait(for event: Int32, milliseconds: Int32) -> Int32 {
        var question = pollfd(fd: number, events: Int16(event), revents: 0)
        return unsafe poll(&question, 1, milliseconds)
    }

    private static func writeNumber(_ number: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
        #if canImport(Darwin)
        unsafe Darwin.write(number, buffer, count)
        #elseif canImport(Glibc)
        unsafe Glibc.write(number, buffer, count)
        #else
        unsafe Musl.write(number, buffer, count)
        #endif
    }

    /// Waits until all that was written is on the disk.
    func sync() throws(SystemError) {
        guard syncFile(number) == 0 else { throw .last }
    }

    /// Cuts the file off behind its first bytes.
    func truncate(to length: Int) throws(SystemError) {
        guard ftruncate(number, off_t(length)) == 0 else { throw .last }
    }

    /// Goes to a place in the file, from which reading and writing go on.
    func seek(to offset: Int) throws(SystemError) {
        guard lseek(number, off_t(offset), SEEK_SET) >= 0 else { throw .last }
    }

    /// Gives the file the permissions of the one at `path`; where that cannot be, it keeps those it has.
    func takePermissions(ofFileAt path: String) {
        var status = stat()
        guard unsafe path.withCString({ unsafe lstat($0, &status) }) == 0 else { return }
        _ = fchmod(number, status.st_mode & 0o777)
    }

    /// Whether a path leads to the file.
    func isAt(_ path: String) -> Bool {
        var status = stat()
        return unsafe fstat(number, &status) == 0 && FileIdentity(status) == FileIdentity(path: path)
    }

    /// How many bytes the file has.
    func length() throws(SystemError) -> Int {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw .last }
        return Int(status.st_size)
    }

    /// Keeps other processes that ask for the same from the file, until it is closed or the process ends.
    ///
    /// - Parameter isShared: Whether others may ask for the same.
    func lock(isShared: Bool = false) throws(SystemError) {
        while flock(number, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            guard errno == EINTR else { throw .last }
        }
    }

    /// A second one of the same open file: a lock holds until both are closed.
    func duplicate() throws(SystemError) -> FileDescriptor {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .last }
        return FileDescriptor(number: copy, isOwned: true, isRegular: isRegular)
    }

    /// Whether reading gives something within so many milliseconds: bytes, the end, or an error. A signal ends the waiting.
    func hasInput(within milliseconds: Int32) -> Bool {
        let count = wait(for: POLLIN, milliseconds: milliseconds)
        return count > 0 || (count < 0 && errno != EINTR)
    }

    /// Closes the file, which may report a write that failed.
    consuming func close() throws(SystemError) {
        let (number, isOwned) = (self.number, self.isOwned)
        discard self
        guard isOwned, Self.closeNumber(number) != 0, errno != EINTR else { return }
        throw .last
    }
}
