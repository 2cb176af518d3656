// SAFETY: paths are passed as the NUL-terminated copies that Swift makes of a String, and the callers of `readFile` and
// `writeFile` give them a buffer of `count` bytes.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

// Calls whose names `FileDescriptor` has for methods of its own, which would hide them there.

/// Opens the file at `path`, with the usual permissions if it is created; returns its number, below 0 on failure.
func openFile(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { unsafe open(path, flags | O_CLOEXEC, 0o666) }

/// The largest number of bytes of one call: Darwin refuses more than `Int32.max`, and Linux would handle only a part.
private let largestTransfer = 1 << 30

/// Reads at most `count` bytes; returns how many, below 0 on failure.
func readFile(_ number: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    unsafe read(number, buffer, min(count, largestTransfer))
}

/// Reads at most `count` bytes at an offset in the file; returns how many, below 0 on failure.
func readFile(_ number: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int, at offset: Int) -> Int {
    unsafe pread(number, buffer, min(count, largestTransfer), off_t(offset))
}

/// Writes at most `count` bytes; returns how many, below 0 on failure.
func writeFile(_ number: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
    unsafe write(number, buffer, min(count, largestTransfer))
}

/// Closes a file; returns 0, or below 0 on failure.
func closeFile(_ number: Int32) -> Int32 { close(number) }

/// Renames the file at `old` to `new`, replacing an existing file.
func renameFile(_ old: String, to new: String) throws(SystemError) {
    let result = unsafe old.withCString { old in unsafe new.withCString { new in unsafe rename(old, new) } }
    guard result == 0 else { throw .last }
}

/// Waits until the names in the folder of the file at `path` are on the disk.
func syncFolder(of path: String) throws(SystemError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
    let number = unsafe folder.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    guard number >= 0 else { throw .last }
    defer { _ = close(number) }
    // Some file systems do not support this, and say so.
    guard syncFile(number) == 0 || errno == EINVAL else { throw .last }
}

/// Syncs a file by `fsync`, or on Darwin by a call that also flushes the cache of the drive, which `fsync` there does
/// not.
func syncFile(_ number: Int32) -> Int32 {
    #if canImport(Darwin)
    // Drives and file systems that do not support this get `fsync`.
    if fcntl(number, F_FULLFSYNC) == 0 { return 0 }
    #endif
    var result: Int32
    repeat { result = fsync(number) } while result != 0 && errno == EINTR
    return result
}

/// Removes the file at `path`, if there is one.
func removeFile(_ path: String) {
    _ = unsafe path.withCString { unsafe unlink($0) }
}

/// The number of this process.
var processNumber: Int32 { getpid() }
