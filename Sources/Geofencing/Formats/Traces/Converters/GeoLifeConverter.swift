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
                append(line, of: scanner, isLast: line.upperBound == scanner.end, to: &text)
            }
        }
        lines.append(lines: text)
    }

    /// - Parameter isLast: Whether the line has no line end, so that it may be cut off.
    private func append(_ line: Range<Int>, of scanner: ByteScanner, isLast: Bool, to result: inout [UInt8]) {
        let line = scanner.withoutCarriageReturns(line)
        let cells = line.split(omittingEmptySubsequences: false) { scanner[$0] == UInt8(ascii: ",") }
        guard cells.count == 7 else {
            // Too few cells for a fix, so that the line is rejected as such, unless it is empty.
            if !line.isEmpty {
                result.append(csvCell: device)
                result.append(UInt8(ascii: ","))
            }
            if !isLast { result.append(.lineFeed) }
            return
        }
        var time = scanner.bytes(in: cells[5])
        time.append(UInt8(ascii: "T"))
        scanner.append(cells[6], to: &time)
        time.append(UInt8(ascii: "Z"))
        result.append(row: [device, time, scanner.bytes(in: cells[0]), scanner.bytes(in: cells[1]), []])
    }
}
