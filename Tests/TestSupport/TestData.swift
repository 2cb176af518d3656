internal import Foundation

/// The folder with real fences and traces, which is not part of this repository.
package enum TestData {
    /// The path from `GEOFENCE_TEST_DATA`, by default `../shared/data` beside the package; `nil` if there is no such
    /// folder.
    package static let folder: String? = {
        let path =
            ProcessInfo.processInfo.environment["GEOFENCE_TEST_DATA"]
            ?? Project.folder.deletingLastPathComponent().appending(path: "shared/data").path
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()
}
