internal import Foundation

/// A store that is read as a file that nobody changes, with its state when it was opened.
///
/// Where nothing may be written, SQLite cannot create the files through which processes share a store. After each read
/// it is therefore checked whether somebody else, who may write there, has changed the store.
struct ImmutableStoreFile: Sendable {
    private let path: String
    private let size: Int
    private let modified: Date

    /// Creates the state of the file at `path`; `nil` if it cannot be examined, or if the log beside it has changes
    /// that are not in the file yet.
    init?(_ path: String) {
        self.path = URL(filePath: path).resolvingSymlinksInPath().path
        guard let now = Self.look(self.path) else { return nil }
        (size, modified) = now
    }

    /// The file's URI for SQLite, with the assurance that nobody changes the file.
    var uri: String { URL(filePath: path).absoluteString + "?immutable=1" }

    /// Whether the file is unchanged since it was opened.
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
