internal import Foundation

/// The folder with real fences and traces, which is not part of this repository.
package enum TestData {
    /// `GEOFENCE_TEST_DATA`, by default `../shared/data` beside the package; `nil` where there is none.
    package static let folder: String? = {
        let path =
            ProcessInfo.processInfo.environment["GEOFENCE_TEST_DATA"]
            ?? Project.folder.deletingLastPathComponent().appending(path: "shared/data").path
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()
}
