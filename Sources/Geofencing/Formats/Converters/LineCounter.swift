/// Finds the lines of ascending offsets.
struct LineCounter {
    private let scanner: ByteScanner
    /// The number of line ends up to an offset.
    private var counted = (lines: 0, offset: 0)

    init(_ scanner: ByteScanner) { self.scanner = scanner }

    /// Returns the number of the line, from 0, at an offset that is not before the last one.
    mutating func line(at offset: Int) -> Int {
        counted = (counted.lines + scanner.lineFeeds(in: counted.offset..<offset), offset)
        return counted.lines
    }
}
