/// The table made from a file whose fixes are not lines: each fix is on the line on which it begins in the file, unless
/// an earlier fix is already on that line.
struct ConvertedTable {
    private(set) var text = TraceConverter.header

    private var counter: LineCounter
    /// The number of line ends in `text` after its header.
    private var lines = 0

    init(of scanner: ByteScanner) { counter = LineCounter(scanner) }

    /// Appends a fix that begins at an offset of the file; offsets ascend.
    mutating func append(
        at offset: Int,
        device: [UInt8],
        time: [UInt8],
        latitude: [UInt8],
        longitude: [UInt8],
        accuracy: [UInt8] = []
    ) {
        let line = counter.line(at: offset)
        if lines < line {
            text += repeatElement(.lineFeed, count: line - lines)
            lines = line
        }
        text.append(row: [device, time, latitude, longitude, accuracy])
        lines += 1
    }
}
