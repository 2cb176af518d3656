// SAFETY: `read` and `write` get ranges that were checked to lie in the array whose pointer is passed; paths are passed
// as the NUL-terminated copies that Swift makes of a String; `stat` and `poll` fill local variables.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// An open file of the system, closed at the end of its lifetime.
struct FileDescriptor: ~Copyable {
    let number: Int32
    private let isOwned: Bool
    /// Whether it is a regular file, not a pipe, terminal or device.
    let isRegular: Bool

    init(number: Int32, isOwned: Bool, isRegular: Bool) {
        self.number = number
        self.isOwned = isOwned
        self.isRegular = isRegular
    }

    deinit {
        if isOwned { _ = closeFile(number) }
    }

    static func standardInput() -> FileDescriptor { FileDescriptor(number: 0, isOwned: false, isRegular: false) }

    /// Returns the inherited open file that a path stands for; `nil` for any other path. Opened by name, the file would
    /// be written from the beginning, over its contents.
    static func inherited(_ path: String) -> FileDescriptor? {
        InheritedFile.number(path).map { FileDescriptor(number: $0, isOwned: false, isRegular: false) }
    }

    /// Opens a file for reading; a directory is refused.
    static func open(reading path: String) throws(SystemError) -> FileDescriptor {
        if let number = InheritedFile.number(path), isClosed(number) { throw SystemError(number: EBADF) }
        return try open(path, flags: O_RDONLY)
    }

    /// Whether a standard stream is closed, or a useless file holds its place, which opening the stream by name would
    /// read.
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

    /// Opens a file for writing: a new one, which must not exist, or an existing pipe, device or link. The missing
    /// target of a link is created; an existing target keeps its contents.
    static func open(writing path: String, isNew: Bool) throws(SystemError) -> FileDescriptor {
        if isNew { return try open(path, flags: O_WRONLY | O_CREAT | O_EXCL) }
        do {
            // Some systems refuse O_CREAT for an existing file: another user's pipe in a world-writable folder.
            return try open(path, flags: O_WRONLY)
        } catch  where error.isFileNotFound {
            return try open(path, flags: O_WRONLY | O_CREAT)
        }
    }

    /// Opens an existing file for reading and writing.
    static func open(changing path: String) throws(SystemError) -> FileDescriptor { try open(path, flags: O_RDWR) }

    /// Opens a file for reading and writing from its beginning, creating it if necessary, and locks it against other
    /// processes that do the same until it is closed.
    static func open(locking path: String) throws(SystemError) -> FileDescriptor {
        while true {
            let descriptor = try open(path, flags: O_RDWR | O_CREAT)
            try descriptor.lock()
            // The previous holder of the lock may have removed it meanwhile.
            if descriptor.isAt(path) { return descriptor }
        }
    }

    private static func open(_ path: String, flags: Int32) throws(SystemError) -> FileDescriptor {
        // The system would take the path only up to the NUL.
        guard !path.utf8.contains(0) else { throw SystemError(number: EINVAL) }
        var number: Int32
        repeat {
            number = unsafe path.withCString { unsafe openFile($0, flags) }
        } while number < 0 && errno == EINTR
        guard number >= 0 else { throw .last }
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else {
            let error = SystemError.last
            _ = closeFile(number)
            throw error
        }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else {
            _ = closeFile(number)
            throw SystemError(number: EISDIR)
        }
        return FileDescriptor(number: number, isOwned: true, isRegular: kind == S_IFREG)
    }

    /// Reads at most `range.count` bytes into `range` of `bytes`; 0 at the end of the file.
    func read(into bytes: inout [UInt8], _ range: Range<Int>) throws(SystemError) -> Int {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "The range must lie within the bytes.")
        while true {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer -> Int in
                guard let start = buffer.baseAddress else { return 0 }
                return unsafe readFile(number, start + range.lowerBound, range.count)
            }
            if count >= 0 { return count }
            try waitIfNotReady(for: POLLIN)
        }
    }

    /// Writes all of `bytes`, in as many calls as necessary.
    func write(_ bytes: borrowing [UInt8]) throws(SystemError) { try write(unsafe bytes.span.bytes) }

    /// Writes the bytes of any values.
    func write(_ bytes: RawSpan) throws(SystemError) {
        var done = 0
        while done < bytes.byteCount {
            let count = unsafe bytes.withUnsafeBytes { buffer -> Int in
                guard let start = buffer.baseAddress else { return 0 }
                return unsafe writeFile(number, start + done, buffer.count - done)
            }
            if count >= 0 { done += count } else { try waitIfNotReady(for: POLLOUT) }
        }
    }

    /// Waits, after a call that failed, until it can be repeated; throws if it failed for another reason. An inherited
    /// file may be nonblocking because another process that shares it set it so.
    func waitIfNotReady(for event: Int32) throws(SystemError) {
        if errno == EINTR { return }
        guard errno == EAGAIN || errno == EWOULDBLOCK else { throw .last }
        _ = wait(for: event, milliseconds: -1)
    }

    /// Waits for an event, an error or a signal; returns a value above 0 for the first two, below 0 for a signal, and 0
    /// on timeout.
    private func wait(for event: Int32, milliseconds: Int32) -> Int32 {
        var question = pollfd(fd: number, events: Int16(event), revents: 0)
        return unsafe poll(&question, 1, milliseconds)
    }

    /// Waits until everything written is on the disk.
    func sync() throws(SystemError) {
        guard syncFile(number) == 0 else { throw .last }
    }

    /// Truncates the file to its first `length` bytes.
    func truncate(to length: Int) throws(SystemError) {
        guard ftruncate(number, off_t(length)) == 0 else { throw .last }
    }

    /// Moves to an offset in the file, from which reading and writing continue.
    func seek(to offset: Int) throws(SystemError) {
        guard lseek(number, off_t(offset), SEEK_SET) >= 0 else { throw .last }
    }

    /// Gives the file the permissions of the one at `path`; keeps its own if that is impossible.
    func takePermissions(ofFileAt path: String) {
        var status = stat()
        guard unsafe path.withCString({ unsafe lstat($0, &status) }) == 0 else { return }
        _ = fchmod(number, status.st_mode & 0o777)
    }

    /// Lets every user read the file, whatever the umask is; keeps its permissions if that is impossible.
    func allowReading() {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { return }
        _ = fchmod(number, status.st_mode & 0o777 | 0o444)
    }

    /// Whether a path leads to the file.
    func isAt(_ path: String) -> Bool {
        var status = stat()
        return unsafe fstat(number, &status) == 0 && FileIdentity(status) == FileIdentity(path: path)
    }

    /// Returns the length of the file in bytes.
    func length() throws(SystemError) -> Int {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw .last }
        return Int(status.st_size)
    }

    /// Locks the file against other processes that lock it too, until it is closed or the process ends.
    ///
    /// - Parameter isShared: Whether others may hold a shared lock at the same time.
    func lock(isShared: Bool = false) throws(SystemError) {
        while flock(number, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            guard errno == EINTR else { throw .last }
        }
    }

    /// Unlocks the file, for all descriptors of the same open file. Closing it would not be enough while a process that
    /// another thread is starting still has a copy.
    func unlock() { _ = flock(number, LOCK_UN) }

    /// Returns a second descriptor of the same open file; a lock holds until both are closed.
    func duplicate() throws(SystemError) -> FileDescriptor {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .last }
        return FileDescriptor(number: copy, isOwned: true, isRegular: isRegular)
    }

    /// Whether reading returns something, bytes, the end or an error, within the given number of milliseconds. A signal
    /// ends the wait.
    func hasInput(within milliseconds: Int32) -> Bool {
        let count = wait(for: POLLIN, milliseconds: milliseconds)
        return count > 0 || (count < 0 && errno != EINTR)
    }

    /// Closes the file, which may report a write that failed.
    consuming func close() throws(SystemError) {
        let (number, isOwned) = (self.number, self.isOwned)
        discard self
        guard isOwned, closeFile(number) != 0, errno != EINTR else { return }
        throw .last
    }
}
