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
        let isOurs = try isKnown ? Self.isOutput(file, of: progress, header) : file.isBeginning(of: header)
        if isKnown { try Self.checkFormat(of: file, header) }
        guard isOurs else {
            throw GeofenceError(
                .stateMismatch,
                "the file has something in it that this watch has not written",
                at: InputLocation(file: path),
                recovery: "Name another --output, or move the file away."
            )
        }
        try file.cut(to: isKnown ? progress.outputBytes : 0)
        // Of a file that was cut by others since, what the store knows may end within a line.
        try file.cutToLine()
        // The header, where there is nothing yet.
        try write([])
    }

    /// How many bytes at the end of what was written are compared.
    private static let comparedBytes = 512

    /// Whether a file has what a watch has written: also if it is longer, by what the store could not know of one that was killed, or
    /// was cut.
    private static func isOutput(
        _ file: AppendedFile,
        of progress: WatchProgress,
        _ header: [UInt8]
    ) throws(GeofenceError) -> Bool {
        // Where nothing else is known of it.
        guard try file.beginsLike(header.isEmpty ? Array("{\"event\":\"".utf8) : header) else { return false }
        guard file.length >= progress.outputBytes else { return true }
        guard file.length == progress.outputBytes || progress.isOutputOpen else { return false }
        let end = progress.outputEnd
        return ContentFingerprint(of: try file.bytes(before: progress.outputBytes, atMost: end.count)) == end
    }

    /// Refuses a file with events in another format.
    private static func checkFormat(of file: AppendedFile, _ header: [UInt8]) throws(GeofenceError) {
        guard let first = try file.firstByte(), (first == UInt8(ascii: "{")) != header.isEmpty else { return }
        throw GeofenceError(
            .stateMismatch,
            "the events in the file have another format",
            at: InputLocation(file: file.path),
            recovery: "Give the --format that it had, or another --output."
        )
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

    /// Waits until a file is on the disk, and keeps how long it is and what its end is.
    func sync(_ progress: inout WatchProgress) throws(GeofenceError) {
        guard case .file(let file) = target else { return }
        try file.sync()
        progress.outputBytes = file.length
        progress.outputEnd = ContentFingerprint(of: try file.bytes(before: file.length, atMost: Self.comparedBytes))
    }

    /// Closes a stream, which may report a write that failed.
    func finish() throws(GeofenceError) {
        if case .stream(let stream) = target { try stream.commit() }
    }
}
