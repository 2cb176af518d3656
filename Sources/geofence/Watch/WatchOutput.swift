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

    /// The beginning of an output.
    private let header: [UInt8]

    /// The full path of the file; `nil` for a stream.
    let file: String?

    /// Opens the output of a watch. An existing file is cut back to what the store knows; otherwise a new one is begun.
    ///
    /// - Throws: `stateMismatch` if the file is not the watch's or has events in another format; `inputOutput` if it
    ///   cannot be used.
    init(path: String, header: [UInt8], after progress: WatchProgress) throws(GeofenceError) {
        self.header = header
        guard !FilePaths.isStream(path) else {
            // The previous run may or may not have written the header to a pipe; its reader starts afresh.
            let stream = try OutputFile(path: path)
            target = .stream(stream)
            file = nil
            stream.buffer += header
            try stream.flush()
            return
        }
        let file = try AppendedFile(path: path)
        target = .file(file)
        self.file = URL(filePath: path).resolvingSymlinksInPath().path
        // The same file may have another name now, for example through a link. If it was moved away, as logs are, a new
        // one is begun.
        let isKnown = progress.output.flatMap { FileIdentity(path: $0) } == FileIdentity(path: path)
        let isOurs = try isKnown ? Self.isOutput(file, of: progress, header) : file.isBeginning(of: header)
        if isKnown { try Self.checkFormat(of: file, header) }
        guard isOurs else {
            throw GeofenceError(
                .stateMismatch,
                "the file contains something that this watch did not write",
                at: InputLocation(file: path),
                recovery: "Name another --output, or move the file away."
            )
        }
        try file.cut(to: isKnown ? progress.outputBytes : 0)
        // If others have cut the file since, what the store knows may end within a line.
        try file.cutToLine()
        // Writes the header if the file is empty.
        try write([])
    }

    /// The number of bytes compared at the end of what was written.
    private static let comparedBytes = 512

    /// Returns whether a file contains what a watch has written. It may also be longer, by what the store of a killed
    /// watch could not know, or have been cut.
    private static func isOutput(
        _ file: AppendedFile,
        of progress: WatchProgress,
        _ header: [UInt8]
    ) throws(GeofenceError) -> Bool {
        // Without a header, the beginning of an event is all that is known of the file.
        guard try file.beginsLike(header.isEmpty ? Array("{\"event\":\"".utf8) : header) else { return false }
        guard file.length >= progress.outputBytes else { return true }
        guard file.length == progress.outputBytes || progress.isOutputOpen else { return false }
        let end = progress.outputEnd
        return ContentFingerprint(of: try file.bytes(before: progress.outputBytes, atMost: end.count)) == end
    }

    /// Throws if a file has events in another format.
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

    /// Waits until the file is on disk, and records its length and a fingerprint of its end.
    func sync(_ progress: inout WatchProgress) throws(GeofenceError) {
        guard case .file(let file) = target else { return }
        try file.sync()
        progress.outputBytes = file.length
        progress.outputEnd = ContentFingerprint(of: try file.bytes(before: file.length, atMost: Self.comparedBytes))
    }

    /// Closes a stream, which may report a failed write.
    func finish() throws(GeofenceError) {
        if case .stream(let stream) = target { try stream.commit() }
    }
}
