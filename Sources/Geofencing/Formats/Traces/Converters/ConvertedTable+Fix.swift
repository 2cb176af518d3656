extension ConvertedTable {
    /// Creates a table of fixes.
    init(ofFixesIn scanner: ByteScanner) { self.init(FixWriter.columns, of: scanner) }

    /// Appends a fix that begins at an offset of the file; offsets ascend.
    mutating func append(
        at offset: Int,
        device: [UInt8],
        time: [UInt8],
        latitude: [UInt8],
        longitude: [UInt8],
        accuracy: [UInt8] = []
    ) {
        append([device, time, latitude, longitude, accuracy], at: offset)
    }
}
