internal import Dispatch
internal import Foundation
internal import Synchronization

/// A run of the `geofence` executable that continues while the test communicates with it.
package final class LiveGeofence: Sendable {
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()
    private let errors: URL
    /// Output that has been read but not returned as a line yet.
    private let pending = Mutex(Data())

    /// The seconds after which the process is assumed to hang and is killed: longer than all tests take together,
    /// because others may be using the processors.
    private static let patience = 600

    /// Starts `geofence` in a folder.
    package init(_ arguments: [String], in folder: TemporaryFolder) throws {
        process = Process()
        process.executableURL = GeofenceProcess.products.appending(path: "geofence")
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        // Not the pipe, whose reading end would be closed here: a write to a pipe that nobody can read sends a signal,
        // which would end all tests.
        process.standardInput = input.fileHandleForReading
        process.standardOutput = output
        errors = folder.url("live-\(UUID().uuidString).err")
        try Data().write(to: errors)
        let handle = try FileHandle(forWritingTo: errors)
        defer { try? handle.close() }
        process.standardError = handle
        try process.start()
        let process = process
        // A line that never comes must fail the test, not hang it.
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.patience)) {
            if process.isRunning { process.sendKill() }
        }
    }

    /// Writes to standard input.
    package func send(_ text: String) throws {
        guard process.isRunning else { throw Ended(errorOutput: try errorOutput()) }
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// The error that the process has ended and reads nothing more.
    private struct Ended: Error {
        let errorOutput: String
    }

    /// Waits for the next line of standard output, and returns it; `nil` at the end of the output.
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

    /// Waits until standard error contains a text or the process has ended, and returns whether it contains the text.
    package func waitForError(_ text: String) async throws -> Bool {
        try await wait { try errorOutput().contains(text) }
    }

    /// Waits until a condition is true or the process has ended, and returns whether it is true.
    package func wait(until isTrue: () throws -> Bool) async throws -> Bool {
        while true {
            let isRunning = process.isRunning
            if try isTrue() { return true }
            guard isRunning else { return false }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Returns what standard error contains so far.
    package func errorOutput() throws -> String { try String(contentsOf: errors, encoding: .utf8) }

    /// Sends a signal.
    package func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Closes standard input, waits for the process to end and returns its exit code, or 128 plus the number of the
    /// signal.
    package func finish() throws -> (status: Int32, errorOutput: String) {
        try input.fileHandleForWriting.close()
        return try wait()
    }

    /// Waits for the process to end.
    package func wait() throws -> (status: Int32, errorOutput: String) {
        process.waitUntilExit()
        try? input.fileHandleForReading.close()
        return (process.exitCode, try errorOutput())
    }
}

extension Process {
    fileprivate func sendKill() { kill(processIdentifier, SIGKILL) }
}
