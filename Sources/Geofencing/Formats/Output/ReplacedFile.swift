/// A small file that is replaced as a whole, so that either the old or the new one exists whatever happens.
enum ReplacedFile {
    /// Returns the path of the draft for a file.
    static func draft(of path: String) -> String { path + ".new" }

    /// Writes a file and gives it its name once it is on the disk.
    static func write(_ bytes: [UInt8], to path: String) throws(GeofenceError) {
        let draft = try AppendedFile(path: draft(of: path))
        try draft.cut(to: 0)
        draft.buffer = bytes
        try draft.sync()
        do throws(SystemError) {
            try renameFile(draft.path, to: path)
            try syncFolder(of: path)
        } catch {
            throw error.failure(
                "the file cannot be moved into place",
                path,
                recovery: error.remedy ?? "Check the folder and its permissions."
            )
        }
    }

    /// Returns the bytes of a file; `nil` if there is none.
    static func read(_ path: String) throws(GeofenceError) -> [UInt8]? {
        if case .nothing = PathKind(path: path) { return nil }
        return try InputFile(path: path).readAll()
    }
}
