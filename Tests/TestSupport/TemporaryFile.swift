internal import Foundation

/// A file that exists as long as its owner.
package final class TemporaryFile: Sendable {
    package let path: String

    /// Writes `text` to a new file with a name that ends with `suffix`.
    package init(_ text: String, suffix: String = ".csv") throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "geofence-test-\(UUID().uuidString)\(suffix)")
        try Data(text.utf8).write(to: url)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
