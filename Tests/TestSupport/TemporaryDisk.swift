internal import Foundation

/// A small disk in memory, mounted in its own folder for as long as its owner exists.
package final class TemporaryDisk: Sendable {
    package let folder: TemporaryFolder

    /// The name of its mount point in the folder.
    package static let name = "disk"

    /// Whether the test may mount a disk: only root may, on Linux.
    package static let isAvailable: Bool = {
        #if os(Linux)
        getuid() == 0 && (try? TemporaryDisk(kilobytes: 100)) != nil
        #else
        false
        #endif
    }()

    private struct CannotMount: Error {}

    package init(kilobytes: Int) throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url(Self.name), withIntermediateDirectories: false)
        guard Shell.succeeds("mount -t tmpfs -o size=\(kilobytes)k tmpfs '\(path)'") else { throw CannotMount() }
    }

    deinit { _ = Shell.succeeds("umount -l '\(path)'") }

    private var path: String { folder.url(Self.name).path }

    /// Remounts it larger, smaller or read-only: `size=4m`, `ro`.
    package func remount(_ options: String) throws {
        guard Shell.succeeds("mount -o remount,\(options) '\(path)'") else { throw CannotMount() }
    }

    /// Fills the disk, so that no space is left.
    package func fill() { _ = Shell.succeeds("cat /dev/zero > '\(path)/fill'") }

    /// Frees the space that `fill` took.
    package func empty() { _ = Shell.succeeds("rm '\(path)/fill'") }
}
