extension ConvertedLines {
    /// Appends the row of a fix that begins on a line of the file, counted from 0; lines ascend.
    mutating func append(
        onLine line: Int,
        device: [UInt8],
        time: [UInt8],
        latitude: [UInt8],
        longitude: [UInt8],
        accuracy: [UInt8] = []
    ) {
        append(row: [device, time, latitude, longitude, accuracy], onLine: line)
    }
}
