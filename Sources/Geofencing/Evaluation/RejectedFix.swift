/// A fix of a file that was not used, and the reason.
package struct RejectedFix: Sendable {
    package var path: String
    /// From 1.
    package var line: Int
    /// The byte in the line, from 1; `nil` if the whole record is meant.
    package var column: Int?
    package var reason: Rejection
    package var message: String
    package var recovery: String
    package var content: Content

    /// What is known about the record.
    package enum Content: Sendable {
        /// The record itself, as far as it was kept.
        case record([UInt8])
        /// The fix in it, which was read successfully.
        case fix(CompactFix, DeviceRegistry)
    }

    /// The rejected fix as an error.
    package var error: GeofenceError {
        GeofenceError(
            .invalidRecord,
            "\(message) (\(reason.rawValue))",
            at: InputLocation(file: path, line: line, column: column),
            recovery: recovery
        )
    }
}

extension RejectedFix {
    /// Creates a rejected fix from a record of a chunk with this many lines before it in its file.
    package init(_ record: RejectedRecord, path: String, linesBefore: Int) {
        self.init(
            path: path,
            line: linesBefore + record.line + 1,
            column: record.column,
            reason: record.reason,
            message: record.message,
            recovery: record.recovery,
            content: .record(record.raw)
        )
    }

    /// Creates a rejected fix from one that was read successfully, of a chunk with this many lines before it in its
    /// file.
    ///
    /// - Parameter registry: The registry that has the device's name.
    package init(
        _ reason: Rejection,
        _ fix: CompactFix,
        _ registry: DeviceRegistry,
        path: String,
        linesBefore: Int
    ) {
        let doubt = TimeDoubt(misreadOf: fix.time, rejectedAs: reason)
        self.init(
            path: path,
            line: linesBefore + Int(fix.line) + 1,
            column: nil,
            reason: reason,
            message: doubt?.message(at: fix.time) ?? reason.message,
            recovery: doubt?.recovery ?? reason.recoverySuggestion,
            content: .fix(fix, registry)
        )
    }
}
