/// GeoLife's `.plt`: six lines of header, then `latitude,longitude,0,altitude,days,date,time` in UTC.
enum GeoLifeConverter {
    private static let headerLines = 6

    static func csv(of scanner: ByteScanner, device: [UInt8]) -> [UInt8] {
        var result = TraceConverter.header
        // Blank lines replace the header, so that the other lines keep their numbers.
        result += repeatElement(.lineFeed, count: headerLines)
        var start = 0
        var line = 0
        while start < scanner.end {
            let end = scanner.firstOffset(of: .lineFeed, from: start) ?? scanner.end
            if line >= headerLines {
                append(scanner.bytes(in: start..<end), device, isLast: end == scanner.end, to: &result)
            }
            line += 1
            start = end + 1
        }
        return result
    }

    /// - Parameter isLast: Whether the line has no line end, so that it may be cut off.
    private static func append(_ line: [UInt8], _ device: [UInt8], isLast: Bool, to result: inout [UInt8]) {
        let line = line.filter { $0 != .carriageReturn }
        let cells = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard cells.count == 7 else {
            // Too few cells for a fix, so that the line is rejected as such, unless it is empty.
            if !line.isEmpty {
                result.append(csvCell: device)
                result.append(UInt8(ascii: ","))
            }
            if !isLast { result.append(.lineFeed) }
            return
        }
        let time = cells[5] + Array("T".utf8) + cells[6] + Array("Z".utf8)
        result.append(row: [device, Array(time), Array(cells[0]), Array(cells[1]), []])
    }
}
