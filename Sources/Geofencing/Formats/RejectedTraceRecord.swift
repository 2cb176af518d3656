/// A record of a trace that was not read as a fix, or whose fix an evaluation did not use.
public struct RejectedTraceRecord: Sendable, Hashable {
    /// The file, the line and, where known, the byte in the line, both counted from 1.
    public var location: InputLocation

    /// The category of the reason.
    public var reason: Rejection

    /// What is wrong, as one sentence without a final period.
    public var message: String

    /// What to do about it, as one sentence.
    public var recoverySuggestion: String

    /// The record itself without its line end, at most 64 KiB of it; empty for files of other programs and for a record
    /// that was read as a fix.
    public var record: [UInt8]

    /// Creates a record.
    public init(
        at location: InputLocation,
        _ reason: Rejection,
        _ message: String,
        recovery: String,
        record: [UInt8] = []
    ) {
        self.location = location
        self.reason = reason
        self.message = message
        recoverySuggestion = recovery
        self.record = record
    }

    package init(_ fix: RejectedFix) {
        var record: [UInt8] = []
        if case .record(let bytes) = fix.content { record = bytes }
        self.init(
            at: InputLocation(file: fix.path, line: fix.line, column: fix.column),
            fix.reason,
            fix.message,
            recovery: fix.recovery,
            record: record
        )
    }
}
