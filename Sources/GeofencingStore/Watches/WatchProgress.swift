internal import Foundation
internal import GRDB
package import Geofencing

/// How far a watch has come: in its input and its output, as far as these are files.
package struct WatchProgress: Sendable, Hashable {
    /// The file that fixes are read from; `nil` for what cannot be read again.
    package var input: String?
    /// The beginning of that file, by which it is known again.
    package var inputHead = ContentFingerprint()
    /// How many of its bytes have been evaluated.
    package var inputBytes = 0
    /// The file that events are written to; `nil` for what cannot be cut back.
    package var output: String?
    /// How many of its bytes are of events that the store has too.
    package var outputBytes = 0
    /// The last of these, by which the file is known again; of no bytes where they are not known.
    package var outputEnd = ContentFingerprint()
    /// Whether the watch may have written more than these: while it runs, and if it was killed.
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
