/// The table that is made of a file in which fixes are no lines: each has the line that it begins on there, unless one before
/// it has that already.
struct ConvertedTable {
    private(set) var text = Array(TraceConverter.header.utf8)

    private let scanner: ByteScanner
    /// How many line ends `text` has behind its header.
    private var lines = 0
    /// How many the file has up to an offset.
    private var counted = (lines: 0, offset: 0)

    init(of scanner: ByteScanner) { self.scanner = scanner }

    /// Appends a fix that begins at an offset of the file; these ascend.
    mutating func append(
        at offset: Int,
        device: [UInt8],
        time: [UInt8],
        latitude: [UInt8],
        longitude: [UInt8],
        accuracy: [UInt8] = []
    ) {
        counted = (counted.lines + scanner.lineFeeds(in: counted.offset..<offset), offset)
        if lines < counted.lines {
            text += repeatElement(.lineFeed, count: counted.lines - lines)
            lines = counted.lines
        }
        text.appendFix(device: device, time: time, latitude: latitude, longitude: longitude, accuracy: accuracy)
        lines += 1
    }
}
