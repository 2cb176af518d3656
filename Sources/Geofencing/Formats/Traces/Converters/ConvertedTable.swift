/// The table made from a file whose fixes are not lines: each fix is on the line on which it begins in the file, unless
/// an earlier fix is already on that line.
struct ConvertedTable {
    private(set) var text = Array(TraceConverter.header.utf8)

    private let scanner: ByteScanner
    /// The number of line ends in `text` after its header.
    private var lines = 0
    /// The number of line ends in the file up to an offset.
    private var counted = (lines: 0, offset: 0)

    init(of scanner: ByteScanner) { self.scanner = scanner }

    /// Appends a fix that begins at an offset of the file; offsets ascend.
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
