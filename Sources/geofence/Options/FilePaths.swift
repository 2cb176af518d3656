internal import ArgumentParser
internal import Foundation
internal import Geofencing

/// Checks that the files of a command line can be used together.
enum FilePaths {
    /// Throws if an output is also read, if two options write the same file, or if a file would not be what its name
    /// says. A stream that the process was given may be used for one output only; other streams may be named any number
    /// of times.
    static func check(_ outputs: [NamedFile], from inputs: [NamedFile] = []) throws {
        try NamedFile.requireNames(outputs + inputs)
        try requirePlain(outputs)
        try requireStreamEach(outputs)
        try requireOpen(outputs)
        var known: [Place: NamedFile] = [:]
        for file in inputs where !isStream(file.path) { known[Place(file.path)] = file }
        // The file behind standard input, or behind another descriptor that the process was given open, counts as
        // named.
        for file in inputs {
            guard let number = InheritedFile.inputNumber(file.path),
                let identity = FileIdentity(path: "/dev/fd/\(number)"), !identity.isStream
            else { continue }
            known[.file(identity)] = file
        }
        for file in outputs where !isStream(file.path) {
            if let left = inputs.first(where: { $0.isLeft(of: file) }) {
                throw ValidationError(
                    "\(left.option) \(left.path) is an unfinished file of an earlier run, which \(file.option) would remove: rename it first."
                )
            }
            let same = known.updateValue(file, forKey: Place(file.path))
            guard let other = same ?? inputs.first(where: { $0.isStore(ofLockFile: file) }) else { continue }
            throw ValidationError(
                "\(other.option) and \(file.option) name the same file, \(file.path): give each its own file."
            )
        }
    }

    /// Throws if an input has no name, or if standard input would be read twice.
    static func check(inputs: [NamedFile]) throws {
        try NamedFile.requireNames(inputs)
        guard inputs.count(where: { InheritedFile.inputNumber($0.path) == 0 }) <= 1 else {
            throw ValidationError("Standard input (-) can be read only once: give files for the others.")
        }
    }

    /// Throws if a file would be written under a name that compressed files have.
    private static func requirePlain(_ outputs: [NamedFile]) throws {
        for file in outputs where file.path.lowercased().hasSuffix(".gz") && !isStream(file.path) {
            throw ValidationError(
                """
                \(file.option) \(file.path): the output is not compressed. Leave off .gz, and run gzip on the file, or pipe \
                standard output to gzip if the option can write to it.
                """
            )
        }
    }

    /// Throws if two outputs share one descriptor, since they would write into each other's lines.
    private static func requireStreamEach(_ outputs: [NamedFile]) throws {
        var known: [Int32: NamedFile] = [:]
        for file in outputs {
            guard let number = InheritedFile.number(file.path),
                let other = known.updateValue(file, forKey: number)
            else { continue }
            let stream = InheritedFile.name(number) ?? file.path
            throw ValidationError("Only one of \(other.option) and \(file.option) can go to \(stream).")
        }
    }

    /// Throws if an output goes to a closed standard input. Other closed streams fail when they are written to.
    private static func requireOpen(_ outputs: [NamedFile]) throws(GeofenceError) {
        guard ClosedStreams.includeStandardInput,
            let file = outputs.first(where: { InheritedFile.number($0.path) == STDIN_FILENO })
        else { return }
        throw GeofenceError(
            .inputOutput,
            "standard input is closed",
            at: InputLocation(file: file.path),
            recovery: "Name a file or an open stream."
        )
    }

    /// Returns whether a path names standard input or output, wherever they lead, or a pipe, terminal or device.
    static func isStream(_ path: String) -> Bool {
        InheritedFile.number(path) != nil || FileIdentity(path: path)?.isStream == true
    }

    /// Returns whether an output's path names standard output.
    static func isStandardOutput(_ path: String) -> Bool { InheritedFile.number(path) == STDOUT_FILENO }

    /// The file that a path refers to, however the path is written.
    private enum Place: Hashable {
        case file(FileIdentity)
        /// The file does not exist yet; the folder is `nil` if it does not exist either.
        case nothing(in: FileIdentity?, name: String)

        /// - Parameter links: How many dangling links are followed. Each stands for the file that would be created at
        ///   its target.
        init(_ path: String, links: Int = 32) {
            if let identity = FileIdentity(path: path) {
                self = .file(identity)
                return
            }
            if links > 0, let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
                let folder = URL(filePath: path).deletingLastPathComponent()
                self.init(URL(filePath: target, relativeTo: folder).standardizedFileURL.path, links: links - 1)
                return
            }
            let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
            let folder = FileIdentity(path: start == path.startIndex ? "." : String(path[..<start]))
            self = .nothing(in: folder, name: folder == nil ? path : String(path[start...]))
        }
    }
}
