package import Foundation

/// A finished run of the `geofence` executable that was built with the tests.
package struct GeofenceProcess: Sendable {
    /// The exit code; for a run that a signal ended, 128 plus the signal's number.
    package let status: Int32
    package let output: Data
    package let errorOutput: String

    /// Standard output as text.
    package var text: String { String(decoding: output, as: UTF8.self) }

    /// The lines of standard output.
    package var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// The folder in which the build puts its executables, which is the one of the test bundle.
    package static let products: URL = {
        for argument in CommandLine.arguments {
            var url = URL(filePath: argument)
            while url.pathComponents.count > 1 {
                if url.pathExtension == "xctest" { return url.deletingLastPathComponent() }
                url.deleteLastPathComponent()
            }
        }
        return Bundle.main.bundleURL
    }()

    /// Runs `geofence` in a folder and waits for it to end.
    package static func run(
        _ arguments: [String],
        input: Data = Data(),
        in folder: TemporaryFolder
    ) async throws -> GeofenceProcess {
        try await run(products.appending(path: "geofence"), arguments, input: input, in: folder)
    }

    /// Runs a shell command line in a folder, with `geofence` on its `PATH`, and waits for it to end.
    package static func shell(_ line: String, in folder: TemporaryFolder) async throws -> GeofenceProcess {
        try await run(URL(filePath: "/bin/bash"), ["-c", line], input: Data(), in: folder)
    }

    private static func run(
        _ executable: URL,
        _ arguments: [String],
        input: Data,
        in folder: TemporaryFolder
    ) async throws -> GeofenceProcess {
        // Files, not pipes: nobody has to read them while the process runs.
        let streams = try TemporaryFolder()
        let files = ["in", "out", "err"].map(streams.url)
        for (file, data) in zip(files, [input, Data(), Data()]) { try data.write(to: file) }
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = "\(products.path):\(environment["PATH"] ?? "/usr/bin:/bin")"
        environment["COLUMNS"] = "100"
        process.environment = environment
        let handles = try [FileHandle(forReadingFrom: files[0])] + files[1...].map(FileHandle.init(forWritingTo:))
        // On Linux a Process may outlive its run, and so would its open files, of which there are not enough for all
        // tests.
        defer { for handle in handles { try? handle.close() } }
        process.standardInput = handles[0]
        process.standardOutput = handles[1]
        process.standardError = handles[2]
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in done.resume() }
            do { try process.start() } catch { done.resume(throwing: error) }
        }
        return GeofenceProcess(
            status: process.exitCode,
            output: try Data(contentsOf: files[1]),
            errorOutput: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
        )
    }
}
