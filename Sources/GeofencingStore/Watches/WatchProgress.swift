internal import Foundation
internal import GRDB
package import Geofencing

/// How far a watch has come in its input and its output, as far as these are files.
package struct WatchProgress: Sendable, Hashable {
    /// The file that fixes are read from; `nil` for an input that cannot be read again.
    package var input: String?
    /// The fingerprint of the beginning of that file, by which it is recognized.
    package var inputHead = ContentFingerprint()
    /// The number of its bytes that have been evaluated.
    package var inputBytes = 0
    /// The file that events are written to; `nil` for an output that cannot be truncated.
    package var output: String?
    /// The number of its bytes that belong to events that the store has too.
    package var outputBytes = 0
    /// The fingerprint of the last of these bytes, by which the file is recognized; of no bytes if they are not known.
    package var outputEnd = ContentFingerprint()
    /// Whether the watch may have written more than these bytes: while it runs, and if it was killed.
    package var isOutputOpen = true

    package init() {}
}

extension WatchProgress {
    func save(ofWatch name: String, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO watches
                    (name, input, input_head, input_bytes, output, output_bytes, output_end, is_output_open)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        try statement.execute(
            arguments: [
                name, input, Data(inputHead.encoded), inputBytes, output, outputBytes, Data(outputEnd.encoded),
                isOutputOpen,
            ]
        )
    }
}
