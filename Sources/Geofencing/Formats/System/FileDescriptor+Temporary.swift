// SAFETY: `mkstemp` fills in a NUL-terminated copy of the path, which is then passed to `unlink`; `readFile` gets the
// rest of the buffer that it writes to.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension FileDescriptor {
    /// Creates an unnamed file for reading and writing, which vanishes when it is closed.
    static func temporary(in folder: String) throws(SystemError) -> FileDescriptor {
        var path = Array("\(folder)/geofence-XXXXXX".utf8CString)
        let number = unsafe mkstemp(&path)
        guard number >= 0 else { throw .last }
        _ = unsafe unlink(path)
        // Otherwise, programs that the process starts would keep its space allocated.
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return FileDescriptor(number: number, isOwned: true, isRegular: true)
    }

    /// Reads `count` bytes from an offset in the file, in as many calls as necessary; a file that ends earlier is
    /// damaged.
    func read(_ count: Int, at offset: Int, into bytes: UnsafeMutableRawBufferPointer) throws(SystemError) {
        precondition(count <= bytes.count, "The buffer must have room for the bytes.")
        guard let start = bytes.baseAddress else { return }
        var done = 0
        while done < count {
            let more = unsafe readFile(number, start + done, count - done, at: offset + done)
            if more == 0 { throw SystemError(number: EIO) }
            if more > 0 { done += more } else { try waitIfNotReady(for: Int32(POLLIN)) }
        }
    }
}
