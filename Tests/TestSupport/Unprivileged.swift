internal import Foundation

/// Runs shell commands without the rights of root, who may read and write everything.
package enum Unprivileged {
    /// The prefix for a command; `nil` if a test runs as root and cannot drop its rights.
    package static let prefix: String? = {
        if getuid() != 0 { return "" }
        let prefix = "setpriv --reuid=65534 --regid=65534 --clear-groups"
        let geofence = GeofenceProcess.products.appending(path: "geofence").path
        let temporary = FileManager.default.temporaryDirectory.path
        let isPossible = Shell.succeeds("\(prefix) '\(geofence)' --version && \(prefix) test -x '\(temporary)'")
        return isPossible ? prefix + " " : nil
    }()
}

/// Runs shell commands that the test itself needs.
enum Shell {
    static func succeeds(_ line: String) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", line]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.start()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
