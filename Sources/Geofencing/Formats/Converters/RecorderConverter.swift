/// The files of the OwnTracks recorder, whose lines are a time, a kind and a message: lines of the messages alone.
struct RecorderConverter: PieceConverter {
    /// Returns the offset of the first object that is a message, as far as it is available; `nil` for a text that is
    /// not one of the recorder's. Messages before it may be no objects.
    static func firstMessage(in text: ByteScanner) -> Int? {
        guard let first = text.firstOffsetOfText, text[first].isDigit else { return nil }
        var next = text.firstOffset(of: UInt8(ascii: "{"), from: first + 1)
        while let brace = next, text[brace - 1] != .tab {
            next = text.firstOffset(of: UInt8(ascii: "{"), from: brace + 1)
        }
        return next
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
