#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

// The files that a killed process (SIGKILL) leaves beside its output.
extension UnfinishedOutputs {
    /// With the program's name, as what is removed must be its own.
    private static let mark = ".partial-geofence-"

    /// The name that a file has until it gets that of the output.
    static func path(of output: String, attempt: Int) -> String { "\(output)\(mark)\(processNumber)-\(attempt)" }

    /// Removes the unfinished files of an output whose processes are gone: what a process that runs is writing is locked.
    static func removeLeft(of output: String) {
        let start = output.lastIndex(of: "/").map(output.index(after:)) ?? output.startIndex
        let folder = String(output[..<start])
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
        for name in names ?? [] where isLeft(folder + name, of: output) { remove(folder + name) }
    }

    /// Whether a file has the name of what `removeLeft(of:)` may remove.
    package static func isLeft(_ path: String, of output: String) -> Bool {
        let prefix = output + mark
        guard path.hasPrefix(prefix) else { return false }
        // The number of a process and that of an attempt.
        let parts = path.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }
    }

    /// Removes a file unless somebody has it locked. One that cannot be removed stays.
    private static func remove(_ path: String) {
        guard case .regular = PathKind(path: path) else { return }
        do throws(SystemError) {
            // Some network file systems lock only what may be written.
            let file = try FileDescriptor.open(changing: path)
            try file.lock()
            // Its owner may have given it its name meanwhile, or made another one.
            if file.isAt(path) { removeFile(path) }
        } catch {
            // Somebody is writing it, or it is not this user's.
        }
    }
}
