/// The table made from a file whose fixes are not lines.
struct ConvertedTable {
    private var lines: ConvertedLines

    var text: [UInt8] { lines.text }

    init(of scanner: ByteScanner) { lines = ConvertedLines(of: scanner, header: TraceConverter.header) }

    /// Appends a fix that begins at an offset of the file; offsets ascend.
    mutating func append(
        at offset: Int,
        device: [UInt8],
        time: [UInt8],
        latitude: [UInt8],
        longitude: [UInt8],
        accuracy: [UInt8] = []
    ) {
        var row: [UInt8] = []
        row.append(row: [device, time, latitude, longitude, accuracy])
        lines.append(at: offset, row.dropLast())
    }
}
