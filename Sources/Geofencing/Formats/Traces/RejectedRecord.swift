/// A record that is not used, and why.
package struct RejectedRecord: Sendable, Hashable {
    /// How many bytes of a record are kept.
    package static let rawLimit = 65_536

    /// The kind of the reason.
    package var reason: Rejection

    /// The record's first line: how many lines of its chunk lie before it.
    package var line: Int

    /// The byte in the record where the trouble is, from 1; `nil` where the record was converted.
    package var column: Int?

    /// What is wrong, as one sentence without a final period.
    package var message: String

    /// What to do about it, as one sentence.
    package var recovery: String

    /// The record itself, without its line end; at most `rawLimit` bytes of it, none where it was converted.
    package var raw: [UInt8]
}
