internal import ArgumentParser
internal import Foundation
internal import Geofencing

/// A file named on the command line, and the option that names it.
struct NamedFile {
    let option: String
    let path: String

    /// Returns the files that an option names.
    static func list(_ option: String, _ paths: [String?]) -> [NamedFile] {
        paths.compactMap { $0.map { NamedFile(option: option, path: $0) } }
    }

    /// Returns the files of a store: SQLite keeps some next to the one that is named.
    static func list(ofStore path: String?) -> [NamedFile] {
        guard let path else { return [] }
        let file = URL(filePath: path).resolvingSymlinksInPath().path
        return list("--store", [path] + ["-wal", "-shm", "-journal"].map { file + $0 })
    }

    /// Throws if a file has no name, as when a variable of a script is not set.
    static func requireNames(_ files: [NamedFile]) throws {
        guard let file = files.first(where: \.path.isEmpty) else { return }
        throw ValidationError("\(file.option) needs the name of a file, not an empty text.")
    }

    /// Returns whether this is a store and `other` has a name that the store's watches and imports may give to a file
    /// of their own.
    func isStore(ofLockFile other: NamedFile) -> Bool {
        option == "--store" && ["watch", "import"].contains { other.file.hasPrefix("\(file)-\($0)-") }
    }

    /// Returns whether this file is what a killed run has left of an output, which the next run removes.
    func isLeft(of output: NamedFile) -> Bool { UnfinishedOutputs.isLeft(file, of: output.file) }

    /// The absolute path, with symbolic links resolved.
    private var file: String { URL(filePath: path).resolvingSymlinksInPath().path }
}
