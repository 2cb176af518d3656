package import Foundation

/// A folder for one test, removed with its owner.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "geofence-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Returns the URL of a file in the folder.
    package func url(_ name: String) -> URL { url.appending(path: name) }

    /// Writes a file.
    package func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: url(name)) }

    /// Returns the text of a file.
    package func text(_ name: String) throws -> String { try String(contentsOf: url(name), encoding: .utf8) }

    /// The names of the files in it, sorted.
    package var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}
