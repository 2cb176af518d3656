package import Foundation

/// The files of this repository.
package enum Project {
    /// The folder of the repository.
    package static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Returns the text of the file with a path relative to the folder.
    package static func text(of path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    /// Returns the paths of the Swift files of a module, in ascending order.
    package static func sources(of module: String) throws -> [String] {
        let path = folder.appending(path: "Sources/\(module)").path
        let names = try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.hasSuffix(".swift") }
        return names.sorted().map { "Sources/\(module)/\($0)" }
    }
}
