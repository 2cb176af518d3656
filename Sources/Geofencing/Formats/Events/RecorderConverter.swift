/// The files of the OwnTracks recorder, whose lines are a time, a kind and a message: lines of the messages alone.
struct RecorderConverter: PieceConverter {
    /// Whether the first line of a text, as far as it is available, is one of the recorder.
    static func recognizes(_ text: ByteScanner) -> Bool {
        var scanner = text
        scanner.position = text.firstOffsetOfText ?? text.end
        guard scanner.byte.isDigit, let line = scanner.nextLine(isAll: true) else { return false }
        return message(in: line, of: scanner) != nil
    }

    func convert(
        _ scanner: inout ByteScanner,
        isAll: Bool,
        to lines: inout ConvertedLines,
        _ counter: inout LineCounter
    ) {
        while let line = scanner.nextLine(isAll: isAll) {
            // A line without a message is no object, and is reported as such.
            let record = Self.message(in: line, of: scanner) ?? line
            lines.append(record, of: scanner, onLine: counter.line(at: line.lowerBound))
        }
    }

    /// Returns the range of the object after a tab.
    private static func message(in line: Range<Int>, of scanner: ByteScanner) -> Range<Int>? {
        guard let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: line.lowerBound + 1, to: line.upperBound),
            scanner[brace - 1] == .tab
        else { return nil }
        return brace..<line.upperBound
    }
}
