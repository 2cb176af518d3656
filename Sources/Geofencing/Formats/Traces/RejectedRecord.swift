/// A rejected record, and the reason.
package struct RejectedRecord: Sendable, Hashable {
    /// The maximum number of bytes kept of a record.
    static let rawLimit = 65_536

    /// The category of the reason.
    package var reason: Rejection

    /// The number of lines in the chunk before the record's first line.
    package var line: Int

    /// The byte in the record where the problem is, from 1; `nil` if the record was converted.
    package var column: Int?

    /// What is wrong, as one sentence without a final period.
    package var message: String

    /// What to do about it, as one sentence.
    package var recovery: String

    /// The record itself, without its line end; at most `rawLimit` bytes of it, and none if it was converted.
    package var raw: [UInt8]
}
