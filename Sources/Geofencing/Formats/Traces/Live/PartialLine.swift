/// What has arrived of a line whose line feed has not.
///
/// A line that may still be a record is kept whole. Of one that is too long for a record, only the beginning is kept,
/// and what follows is counted.
struct PartialLine {
    /// The line; of one that is too long, its first `RejectedRecord.rawLimit` bytes.
    private(set) var bytes: [UInt8] = []
    /// The number of bytes that arrived after `bytes` and were not kept.
    private var dropped = 0

    /// Whether the line is too long for a record, so that only its beginning is kept.
    var isTooLong: Bool { dropped > 0 }

    /// The number of bytes that have arrived.
    var length: Int { bytes.count + dropped }

    /// Whether the line is still kept whole and has become too long for a record: call `shorten()`.
    var mustBeShortened: Bool { bytes.count > RecordReader.recordLimit }

    mutating func append(_ more: ArraySlice<UInt8>) {
        if isTooLong { dropped += more.count } else { bytes += more }
    }

    /// Discards all but the beginning.
    mutating func shorten() {
        dropped = bytes.count - RejectedRecord.rawLimit
        bytes.removeSubrange(RejectedRecord.rawLimit...)
    }

    /// Returns the bytes kept and starts the next line.
    mutating func take() -> [UInt8] {
        defer { self = Self() }
        return bytes
    }
}
