/// Finds the lines of ascending offsets.
struct LineCounter {
    private let scanner: ByteScanner
    /// The number of line ends up to an offset.
    private var counted: (lines: Int, offset: Int)

    /// - Parameter lines: The number of line ends before the scanner's text.
    init(_ scanner: ByteScanner, after lines: Int = 0) {
        self.scanner = scanner
        counted = (lines, 0)
    }

    /// Returns the number of the line, from 0, at an offset that is not before the last one.
    mutating func line(at offset: Int) -> Int {
        counted = (counted.lines + scanner.lineFeeds(in: counted.offset..<offset), offset)
        return counted.lines
    }
}
