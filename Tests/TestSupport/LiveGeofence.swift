internal import Dispatch
internal import Foundation
internal import Synchronization

/// A run of the `geofence` executable that goes on while the test talks to it.
package final class LiveGeofence: Sendable {
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()
    private let errors: URL
    /// What has come of the next lines.
    private let pending = Mutex(Data())

    /// How long a test waits before the process is taken to hang and is killed: longer than all tests take together, since
    /// others may have the processors meanwhile.
    private static let patience = 600

    /// Starts `geofence` in a folder.
    package init(_ arguments: [String], in folder: TemporaryFolder) throws {
        process = Process()
        process.executableURL = GeofenceProcess.products.appending(path: "geofence")
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        process.standardInput = input
        process.standardOutput = output
        errors = folder.url("live-\(UUID().uuidString).err")
        try Data().write(to: errors)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.start()
        let process = process
        // A line that never comes must fail the test, not hang it.
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.patience)) {
            if process.isRunning { process.sendKill() }
        }
    }

    /// Writes to standard input.
    package func send(_ text: String) throws {
        // The signal of a pipe that nobody reads would end all tests.
        guard process.isRunning else { throw Ended(errorOutput: try errorOutput()) }
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// The process has ended and reads nothing more.
    private struct Ended: Error {
        let errorOutput: String
    }

    /// Waits for the next line of standard output; `nil` at its end.
    package func line() throws -> String? {
        pending.withLock { pending in
            while true {
                if let end = pending.firstIndex(of: 0x0A) {
                    defer { pending.removeSubrange(...end) }
                    return String(decoding: pending[..<end], as: UTF8.self)
                }
                let more = output.fileHandleForReading.availableData
                guard more.isEmpty else {
                    pending += more
                    continue
                }
                defer { pending.removeAll() }
                return pending.isEmpty ? nil : String(decoding: pending, as: UTF8.self)
            }
        }
    }

    /// Waits until standard error has a text, and says whether it ever had.
    package func waitForError(_ text: String) async throws -> Bool {
        while true {
            let isRunning = process.isRunning
            if try errorOutput().contains(text) { return true }
            guard isRunning else { return false }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// What standard error has so far.
    package func errorOutput() throws -> String { try String(contentsOf: errors, encoding: .utf8) }

    /// Sends a signal.
    package func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Ends standard input, waits for the end and says how it was: the exit code, or 128 and the signal's number.
    package func finish() throws -> (status: Int32, errorOutput: String) {
        try input.fileHandleForWriting.close()
        return try wait()
    }

    /// Waits for the end.
    package func wait() throws -> (status: Int32, errorOutput: String) {
        process.waitUntilExit()
        let isSignal = process.terminationReason == .uncaughtSignal
        return (process.terminationStatus + (isSignal ? 128 : 0), try errorOutput())
    }
}

extension Process {
    fileprivate func sendKill() { kill(processIdentifier, SIGKILL) }
}
