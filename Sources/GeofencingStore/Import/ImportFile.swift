internal import Foundation
internal import GRDB
internal import Geofencing

/// What decides which fixes of a file are taken, and how they are read: what was done under others is not done.
struct ImportRules: Sendable {
    var takesAll: Bool
    /// In seconds; `nil` for none.
    var utcOffset: Int?
}

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
        let attributes = Self.attributes(path)
        let date = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        self.path = path == "-" ? path : URL(filePath: path).standardizedFileURL.path
        size = (attributes?[.size] as? NSNumber)?.int64Value ?? 0
        modified = Int64(date * 1000)
        isResumable = path != "-" && attributes?[.type] as? FileAttributeType == .typeRegular
    }

    /// Throws if there is nothing to be opened at a path. What gives its bytes to the first who opens it is left alone.
    static func check(_ path: String) throws(GeofenceError) {
        if path == "-" { return }
        switch attributes(path)?[.type] as? FileAttributeType {
        case nil, .typeRegular, .typeDirectory: _ = try InputFile(path: path)
        default: break
        }
    }

    /// The attributes of a file, or of what a link leads to.
    private static func attributes(_ path: String) -> [FileAttributeKey: Any]? {
        try? FileManager.default.attributesOfItem(atPath: URL(filePath: path).resolvingSymlinksInPath().path)
    }

    /// The files, with the chunks of each that an interrupted import had done.
    ///
    /// None if that import had begun other files too, or if one of these has since changed, was read under other rules or cannot be
    /// read again: something it had begun would then not be read to its end.
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

    /// How many chunks of it are done, if it was begun and is still the same.
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

    /// Keeps that some of it may have been written, in the transaction that writes it.
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

    /// Keeps how many chunks are done.
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
