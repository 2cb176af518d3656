internal import Foundation

/// A small disk in memory, mounted in a folder of its own as long as its owner is there.
package final class TemporaryDisk: Sendable {
    package let folder: TemporaryFolder

    /// Where it is mounted in the folder.
    package static let name = "disk"

    /// Whether the test may mount one: root may, on Linux.
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

    /// Makes it larger, smaller, or one that may not be written: `size=4m`, `ro`.
    package func remount(_ options: String) throws {
        guard Shell.succeeds("mount -o remount,\(options) '\(path)'") else { throw CannotMount() }
    }

    /// Leaves no space.
    package func fill() { _ = Shell.succeeds("cat /dev/zero > '\(path)/fill'") }

    /// Gives back the space that `fill` took.
    package func empty() { _ = Shell.succeeds("rm '\(path)/fill'") }
}
