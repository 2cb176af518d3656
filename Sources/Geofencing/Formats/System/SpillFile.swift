// SAFETY: values are BitwiseCopyable, so their bytes are their value; exactly those that were read count as
// initialized.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// An unnamed temporary file of values, which vanishes with its owner.
final class SpillFile<Element: BitwiseCopyable> {
    private let descriptor: FileDescriptor
    private let folder: String
    private(set) var count = 0

    init() throws(GeofenceError) {
        var folder = "/tmp"
        if let named = unsafe getenv("TMPDIR"), unsafe named[0] != 0 { folder = unsafe String(cString: named) }
        self.folder = folder
        do throws(SystemError) {
            descriptor = try .temporary(in: folder)
        } catch {
            throw Self.failure("a temporary file cannot be created", error, in: folder)
        }
    }

    /// Appends values.
    func append(_ elements: [Element]) throws(GeofenceError) {
        do throws(SystemError) {
            try descriptor.write(unsafe elements.span.bytes)
        } catch {
            throw Self.failure("a temporary file cannot be written", error, in: folder)
        }
        count += elements.count
    }

    /// Reads up to `limit` values, starting with the value numbered `position`.
    func read(from position: Int, limit: Int) throws(GeofenceError) -> [Element] {
        let wanted = min(limit, count - position)
        let stride = MemoryLayout<Element>.stride
        var failure: SystemError?
        let elements = unsafe [Element](unsafeUninitializedCapacity: wanted) { buffer, initialized in
            do throws(SystemError) {
                try unsafe descriptor.read(
                    wanted * stride,
                    at: position * stride,
                    into: UnsafeMutableRawBufferPointer(buffer)
                )
                initialized = wanted
            } catch {
                failure = error
            }
        }
        if let failure { throw Self.failure("a temporary file cannot be read back", failure, in: folder) }
        return elements
    }

    private static func failure(_ what: String, _ error: SystemError, in folder: String) -> GeofenceError {
        let remedy = error.isFileLimit ? error.remedy : nil
        return error.failure(what, folder, recovery: remedy ?? "Set TMPDIR to a folder with free space.")
    }
}
