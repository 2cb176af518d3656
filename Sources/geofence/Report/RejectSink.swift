internal import Geofencing

/// The destination of rejected records.
enum RejectSink {
    /// A file that gets its name once it is complete, or a stream.
    case whole(OutputFile)
    /// A file that is read while it grows.
    case growing(AppendedFile)

    /// The beginning of each line.
    private static let beginning = Array("{\"file\":".utf8)

    /// Continues the file of the previous run; nothing is kept of a stream.
    ///
    /// - Throws: `stateMismatch` if the file contains something else; `inputOutput` if it cannot be used.
    static func continuing(path: String) throws(GeofenceError) -> RejectSink {
        guard !FilePaths.isStream(path) else { return .whole(try OutputFile(path: path)) }
        let file = try AppendedFile(path: path)
        guard try file.beginsLike(beginning) else {
            throw GeofenceError(
                .stateMismatch,
                "the file contains something other than rejected records",
                at: InputLocation(file: path),
                recovery: "Name another file for --rejects, or move this one away."
            )
        }
        try file.cutToLine()
        return .growing(file)
    }

    func write(_ text: String) throws(GeofenceError) {
        switch self {
        case .whole(let file): try file.write(text)
        case .growing(let file): file.buffer += text.utf8
        }
    }

    /// Discards what was written, in a file that gets its name once it is complete.
    func restart() throws(GeofenceError) {
        if case .whole(let file) = self { try file.restart() }
    }

    /// Makes everything that was written readable.
    func flush() throws(GeofenceError) {
        switch self {
        case .whole(let file): try file.flush()
        case .growing(let file) where !file.buffer.isEmpty:
            try file.followCut()
            try file.flush()
        case .growing: break
        }
    }

    /// Writes everything to disk except the file's final name; see `OutputFile.complete()`.
    func complete() throws(GeofenceError) {
        switch self {
        case .whole(let file): try file.complete()
        case .growing: try flush()
        }
    }

    func commit() throws(GeofenceError) {
        switch self {
        case .whole(let file): try file.commit()
        case .growing: try flush()
        }
    }
}
