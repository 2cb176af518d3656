// SAFETY: values are BitwiseCopyable, so their bytes are their value; every read and write is given the very buffer it
// runs over and at most that buffer's size.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A temporary file of values without a name, which vanishes with its owner.
final class SpillFile<Element: BitwiseCopyable> {
    private let descriptor: CInt
    private(set) var count = 0

    init() throws(GeofenceError) {
        var folder = "/tmp"
        if let named = unsafe getenv("TMPDIR"), unsafe named[0] != 0 { folder = unsafe String(cString: named) }
        var template = Array("\(folder)/geofence-XXXXXX".utf8CString)
        descriptor = unsafe mkstemp(&template)
        guard descriptor >= 0 else {
            throw Self.error("cannot make a temporary file in \(folder)")
        }
        _ = unsafe unlink(template)
        // Programs that the process starts would keep its space.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// Appends values.
    func append(_ elements: [Element]) throws(GeofenceError) {
        let failed = unsafe elements.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let written = unsafe write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return true }
                done += written
            }
            return false
        }
        guard !failed else { throw Self.error("cannot write to a temporary file") }
        count += elements.count
    }

    /// Reads up to `limit` values from the value numbered `position`.
    func read(from position: Int, limit: Int) throws(GeofenceError) -> [Element] {
        let wanted = min(limit, count - position)
        let stride = MemoryLayout<Element>.stride
        var failed = false
        let elements = unsafe [Element](unsafeUninitializedCapacity: wanted) { buffer, initialized in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            var done = 0
            while done < wanted * stride {
                let start = unsafe bytes.baseAddress?.advanced(by: done)
                let got = unsafe pread(descriptor, start, wanted * stride - done, off_t(position * stride + done))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else {
                    failed = true
                    return
                }
                done += got
            }
            initialized = wanted
        }
        guard !failed else { throw Self.error("cannot read back a temporary file") }
        return elements
    }

    private static func error(_ what: String) -> GeofenceError {
        GeofenceError(
            .inputOutput,
            "\(what): \(SystemError.last.text)",
            recovery: "Set TMPDIR to a folder with free space."
        )
    }
}
