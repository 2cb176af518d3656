#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

// The files that a killed process (SIGKILL) leaves beside its output.
extension UnfinishedOutputs {
    /// Contains the program's name, since only its own files may be removed.
    private static let mark = ".partial-geofence-"

    /// Returns the temporary name of a file until it gets that of the output.
    static func path(of output: String, attempt: Int) -> String { "\(output)\(mark)\(processNumber)-\(attempt)" }

    /// Removes the unfinished files of an output whose processes have ended; those of a running process are locked.
    static func removeLeft(of output: String) {
        let start = output.lastIndex(of: "/").map(output.index(after:)) ?? output.startIndex
        let folder = String(output[..<start])
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
        for name in names ?? [] where isLeft(folder + name, of: output) { remove(folder + name) }
    }

    /// Whether the name of a file shows that `removeLeft(of:)` may remove it.
    package static func isLeft(_ path: String, of output: String) -> Bool {
        let prefix = output + mark
        guard path.hasPrefix(prefix) else { return false }
        // The process number and the attempt number.
        let parts = path.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }
    }

    /// Removes a file unless someone has locked it. A file that cannot be removed stays.
    private static func remove(_ path: String) {
        guard case .regular = PathKind(path: path) else { return }
        do throws(SystemError) {
            // Some network file systems can lock only files opened for writing.
            let file = try FileDescriptor.open(changing: path)
            try file.lock()
            // Meanwhile its owner may have renamed it to the output, or created another file.
            if file.isAt(path) { removeFile(path) }
        } catch {
            // Someone is writing it, or it does not belong to this user.
        }
    }
}
