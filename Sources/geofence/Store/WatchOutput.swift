internal import Foundation
internal import Geofencing
internal import GeofencingStore

/// The output of a watch: a file that is appended to and can be cut back, or a stream that cannot.
final class WatchOutput {
    private enum Target {
        case file(AppendedFile)
        case stream(OutputFile)
    }

    private let target: Target

    /// What an output begins with.
    private let header: [UInt8]

    /// The whole path of the file; `nil` for a stream.
    let file: String?

    /// Opens the output that a watch had; its file is cut back to what the store knows, a new one is begun.
    ///
    /// - Throws: `stateMismatch` if the file is not the watch's or has events in another format; `inputOutput` if it cannot be used.
    init(path: String, header: [UInt8], after progress: WatchProgress) throws(GeofenceError) {
        self.header = header
        guard !FilePaths.isStream(path) else {
            // A pipe may have been given the header by the run before, or not; who reads it begins anew.
            let stream = try OutputFile(path: path)
            target = .stream(stream)
            file = nil
            stream.buffer += header
            try stream.flush()
            return
        }
        let file = try AppendedFile(path: path, keeping: nil)
        target = .file(file)
        self.file = URL(filePath: path).resolvingSymlinksInPath().path
        // The same file may be named otherwise now, by a link too; one that was moved away, as logs are, is begun anew.
        let isKnown = progress.output.flatMap { FileIdentity(path: $0) } == FileIdentity(path: path)
        let isOurs = isKnown ? true : try file.isBeginning(of: header)
        guard isOurs else {
            throw GeofenceError(
                .stateMismatch,
                "the file has something in it that this watch has not written",
                at: InputLocation(file: path),
                recovery: "Name another --output, or move the file away."
            )
        }
        if let first = try file.firstByte(), (first == UInt8(ascii: "{")) != header.isEmpty {
            throw GeofenceError(
                .stateMismatch,
                "the events in the file have another format",
                at: InputLocation(file: path),
                recovery: "Give the --format that it had, or another --output."
            )
        }
        try file.cut(to: isKnown ? progress.outputBytes : 0)
        // Of a file that was cut by others since, what the store knows may end within a line.
        try file.cutToLine()
        // The header, where there is nothing yet.
        try write([])
    }

    /// Writes text at once.
    func write(_ text: [UInt8]) throws(GeofenceError) {
        switch target {
        case .file(let file):
            try file.followCut()
            if file.length == 0 { file.buffer += header }
            file.buffer += text
            try file.flush()
        case .stream(let stream):
            stream.buffer += text
            try stream.flush()
        }
    }

    /// Waits until a file is on the disk, and says how long it is.
    func sync() throws(GeofenceError) -> Int {
        guard case .file(let file) = target else { return 0 }
        try file.sync()
        return file.length
    }

    /// Closes a stream, which may report a write that failed.
    func finish() throws(GeofenceError) {
        if case .stream(let stream) = target { try stream.commit() }
    }
}
