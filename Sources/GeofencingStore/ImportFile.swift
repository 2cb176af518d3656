internal import Foundation
internal import GRDB

/// A file of an import, as it was when the import began.
struct ImportFile: Sendable {
    private let path: String
    private let size: Int64
    private let modified: Int64
    /// Standard input and what is not a plain file cannot be read again.
    private let isResumable: Bool
    /// How many chunks of it an import that was ended has done.
    private(set) var chunksDone = 0

    init(path: String) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let date = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        self.path = path == "-" ? path : URL(filePath: path).standardizedFileURL.path
        size = (attributes?[.size] as? NSNumber)?.int64Value ?? 0
        modified = Int64(date * 1000)
        isResumable = path != "-" && attributes?[.type] as? FileAttributeType == .typeRegular
    }

    /// The file with the chunks that were done of it while it was the same.
    func resumed(_ source: Int64, _ takesAll: Bool, _ database: Database) throws -> ImportFile {
        guard isResumable else { return self }
        var file = self
        file.chunksDone =
            try Int.fetchOne(
                database,
                sql: """
                    SELECT chunks FROM import_progress
                    WHERE source = ? AND path = ? AND size = ? AND modified_unix_ms = ? AND takes_all = ?
                    """,
                arguments: [source, path, size, modified, takesAll]
            ) ?? 0
        return file
    }

    /// Keeps how many chunks are done.
    func keep(_ chunks: Int, _ source: Int64, _ takesAll: Bool, _ database: Database) throws {
        guard isResumable else { return }
        try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO import_progress (source, path, size, modified_unix_ms, takes_all, chunks)
                VALUES (?, ?, ?, ?, ?, ?)
                """
        )
        .execute(arguments: [source, path, size, modified, takesAll, chunks])
    }
}
