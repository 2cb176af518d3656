/// A run of whole records of an input, on its way from the reading thread to a parsing one.
package struct RecordChunk: Sendable {
    /// The text, followed by a line feed that is not part of it and the padding that a scanner needs.
    package var bytes: [UInt8]

    /// The number of bytes of `bytes` that are text.
    package var count: Int

    /// Whether the text ends at the end of the input, without a line feed.
    var endsWithoutLineFeed: Bool

    /// If above 0, the text is only the beginning of one record that is too long, and this is its number of lines.
    var oversizedLines = 0

    /// - Parameter bytes: The text, the line feed and the padding.
    init(bytes: [UInt8], count: Int, endsWithoutLineFeed: Bool) {
        self.bytes = bytes
        self.count = count
        self.endsWithoutLineFeed = endsWithoutLineFeed
    }

    /// - Parameter text: The text alone.
    init(text: [UInt8], endsWithoutLineFeed: Bool, oversizedLines: Int = 0) {
        count = text.count
        bytes = text
        bytes.appendPadding()
        self.endsWithoutLineFeed = endsWithoutLineFeed
        self.oversizedLines = oversizedLines
    }
}
