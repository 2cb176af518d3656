/// Some whole records of an input, on their way from the thread that reads to one that parses.
package struct RecordChunk: Sendable {
    /// The text, then a line feed that is not part of it and the padding that a scanner needs.
    package var bytes: [UInt8]

    /// How many bytes of `bytes` are text.
    package var count: Int

    /// Whether the text ends with the input and not with a line feed.
    package var endsWithoutLineFeed: Bool

    /// Above 0: the text is only the beginning of one record that is too long, which takes this many lines.
    package var oversizedLines = 0

    /// - Parameter bytes: The text and what follows it.
    init(bytes: [UInt8], count: Int, endsWithoutLineFeed: Bool) {
        self.bytes = bytes
        self.count = count
        self.endsWithoutLineFeed = endsWithoutLineFeed
    }

    /// - Parameter text: The text alone.
    init(text: [UInt8], endsWithoutLineFeed: Bool, oversizedLines: Int = 0) {
        bytes = text
        bytes.appendPadding()
        count = text.count
        self.endsWithoutLineFeed = endsWithoutLineFeed
        self.oversizedLines = oversizedLines
    }
}
