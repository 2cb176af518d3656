internal import Foundation

/// A store that is read as a file which nobody changes, as it was when it was opened.
///
/// Where nothing may be written SQLite cannot make the files by which processes share a store. Whether somebody else, who may
/// write there, has changed it is looked at after each read.
struct ImmutableStoreFile: Sendable {
    private let path: String
    private let size: Int
    private let modified: Date

    /// The file at `path`; `nil` if it cannot be looked at, or has changes beside it that are not in it yet.
    init?(_ path: String) {
        self.path = URL(filePath: path).resolvingSymlinksInPath().path
        guard let now = Self.look(self.path) else { return nil }
        (size, modified) = now
    }

    /// The file's name for SQLite, with the word that nobody changes it.
    var uri: String { URL(filePath: path).absoluteString + "?immutable=1" }

    /// Whether nobody has changed it since.
    var isUnchanged: Bool { Self.look(path).map { $0 == (size, modified) } ?? false }

    private static func look(_ path: String) -> (size: Int, modified: Date)? {
        let manager = FileManager.default
        let log = try? manager.attributesOfItem(atPath: path + "-wal")[.size] as? NSNumber
        guard log?.intValue ?? 0 == 0, let now = try? manager.attributesOfItem(atPath: path),
            let size = now[.size] as? NSNumber, let modified = now[.modificationDate] as? Date
        else { return nil }
        return (size.intValue, modified)
    }
}
