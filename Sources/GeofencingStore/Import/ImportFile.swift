internal import Foundation
internal import GRDB
internal import Geofencing

/// The rules that decide which fixes of a file are taken, and how they are read. Work that was done under other rules
/// does not count as done.
struct ImportRules: Sendable {
    var takesAll: Bool
    /// The offset in seconds; `nil` for none.
    var utcOffset: Int?
}

/// A file of an import, as it was when the import began.
struct ImportFile: Sendable {
    private let path: String
    private let size: Int64
    private let modified: Int64
    /// Whether the file can be read again, unlike standard input and anything but a regular file.
    private let isResumable: Bool
    /// The number of its chunks that an interrupted import has finished.
    private(set) var chunksDone = 0

    init(path: String) {
        let attributes = Self.attributes(path)
        let modified = attributes?[.modificationDate] as? Date
        self.path = path == "-" ? path : URL(filePath: path).standardizedFileURL.path
        size = (attributes?[.size] as? NSNumber)?.int64Value ?? 0
        self.modified = modified.map { Timestamp($0).unixMilliseconds } ?? 0
        isResumable = path != "-" && attributes?[.type] as? FileAttributeType == .typeRegular
    }

    /// Throws an error if nothing at a path can be opened. A file whose bytes only the first reader gets is left alone.
    static func check(_ path: String) throws(GeofenceError) {
        if path == "-" { return }
        switch attributes(path)?[.type] as? FileAttributeType {
        case nil, .typeRegular, .typeDirectory: _ = try InputFile(path: path)
        default: break
        }
    }

    /// Returns the attributes of a file, or of the target of a link.
    private static func attributes(_ path: String) -> [FileAttributeKey: Any]? {
        try? FileManager.default.attributesOfItem(atPath: URL(filePath: path).resolvingSymlinksInPath().path)
    }

    /// Returns the files, with the number of chunks of each that an interrupted import had finished.
    ///
    /// Nothing counts as finished if that import had begun other files too, or if one of these has since changed, was
    /// read under other rules or cannot be read again: a file that it had begun would then not be read to its end.
    static func resumed(
        _ files: [ImportFile],
        _ source: Int64,
        _ rules: ImportRules,
        _ database: Database
    ) throws -> [ImportFile] {
        var resumed = files
        var begun: Set<[UInt8]> = []
        for (number, file) in files.enumerated() {
            guard let chunks = try file.chunksKept(source, rules, database) else { continue }
            resumed[number].chunksDone = chunks
            begun.insert(Array(file.path.utf8))
        }
        let all = try Int.fetchOne(
            database,
            sql: "SELECT COUNT(*) FROM import_progress WHERE source = ?",
            arguments: [source]
        )
        return begun.count == all ? resumed : files
    }

    /// Returns how many of its chunks are finished, if it was begun and has not changed.
    private func chunksKept(_ source: Int64, _ rules: ImportRules, _ database: Database) throws -> Int? {
        guard isResumable else { return nil }
        return try Int.fetchOne(
            database,
            sql: """
                SELECT chunks FROM import_progress
                WHERE source = ? AND path = ? AND size = ? AND modified_unix_ms = ? AND takes_all = ? AND utc_offset_s IS ?
                """,
            arguments: [source, path, size, modified, rules.takesAll, rules.utcOffset]
        )
    }

    /// Records that some of the file may have been written, in the transaction that writes it.
    func begin(_ source: Int64, _ rules: ImportRules, _ database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO import_progress
                    (source, path, size, modified_unix_ms, takes_all, utc_offset_s, chunks)
                VALUES (?, ?, ?, ?, ?, ?, 0)
                """
        )
        .execute(arguments: [source, path, size, modified, rules.takesAll, rules.utcOffset])
    }

    /// Records how many chunks are finished.
    func keep(_ chunks: Int, _ source: Int64, _ rules: ImportRules, _ database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO import_progress
                    (source, path, size, modified_unix_ms, takes_all, utc_offset_s, chunks)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        )
        .execute(arguments: [source, path, size, modified, rules.takesAll, rules.utcOffset, chunks])
    }
}
