/// A problem with a record, before it is known which record it is.
struct RecordProblem: Error {
    var reason: Rejection
    /// The offset in the chunk.
    var offset: Int
    var message: String
    var recovery: String

    init(_ reason: Rejection, at offset: Int, _ message: String, recovery: String) {
        self.reason = reason
        self.offset = offset
        self.message = message
        self.recovery = recovery
    }
}
