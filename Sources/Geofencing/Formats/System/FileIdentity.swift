// SAFETY: paths are passed as the NUL-terminated copies that Swift makes of a String; `stat` fills a local variable.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The identity of a file, the same for every name and link that leads to it.
package struct FileIdentity: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64

    /// Whether the file is a pipe, terminal, socket or device.
    package let isStream: Bool

    package let isDirectory: Bool

    /// Creates the identity of the file at a path, following symbolic links; `nil` if there is none.
    package init?(path: String) {
        var status = stat()
        guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        let kind = status.st_mode & S_IFMT
        isStream = kind != S_IFREG && kind != S_IFDIR
        isDirectory = kind == S_IFDIR
    }
}
