/// GeoLife's `.plt`: six lines of header, then `latitude,longitude,0,altitude,days,date,time` in UTC.
struct GeoLifeConverter: PieceConverter {
    let device: [UInt8]
    /// The number of lines of the header that are still to come.
    private var headerLines = 6

    init(device: [UInt8]) { self.device = device }

    mutating func convert(
        _ scanner: inout ByteScanner,
        isAll: Bool,
        to lines: inout ConvertedLines,
        _ counter: inout LineCounter
    ) {
        var text: [UInt8] = []
        while let line = scanner.nextLine(isAll: isAll) {
            if headerLines > 0 {
                // A blank line replaces it, so that the other lines keep their numbers.
                headerLines -= 1
                text.append(.lineFeed)
            } else {
                append(scanner.bytes(in: line), isLast: line.upperBound == scanner.end, to: &text)
            }
        }
        lines.append(lines: text)
    }

    /// - Parameter isLast: Whether the line has no line end, so that it may be cut off.
    private func append(_ line: [UInt8], isLast: Bool, to result: inout [UInt8]) {
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
