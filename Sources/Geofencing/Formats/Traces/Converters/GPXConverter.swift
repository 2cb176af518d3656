/// GPX: every `trkpt` with its `lat`, `lon` and `time`. Routes and waypoints are plans, not fixes.
enum GPXConverter {
    static func csv(of scanner: ByteScanner, device: [UInt8]) -> [UInt8] {
        var result = Array(TraceConverter.header.utf8)
        var position = 0
        while let start = scanner.firstOffset(of: UInt8(ascii: "<"), from: position) {
            position = start + 1
            if begins("!--", at: position, of: scanner) {
                position = end(of: "-->", from: position, of: scanner)
            } else if begins("trkpt", at: position, of: scanner) {
                let tagEnd = scanner.firstOffset(of: UInt8(ascii: ">"), from: position) ?? scanner.end
                let tag = scanner.text(in: position..<tagEnd)
                let limit = tag.hasSuffix("/") ? tagEnd : end(of: "</trkpt", from: tagEnd, of: scanner)
                let body = scanner.text(in: tagEnd..<limit)
                result.appendFix(
                    device: device,
                    time: (element("time", of: body) ?? "").utf8,
                    latitude: (attribute("lat", of: tag) ?? "").utf8,
                    longitude: (attribute("lon", of: tag) ?? "").utf8
                )
                position = limit
            }
        }
        return result
    }

    private static func begins(_ word: String, at offset: Int, of scanner: ByteScanner) -> Bool {
        offset + word.utf8.count < scanner.end && zip(word.utf8, offset...).allSatisfy { scanner[$1] == $0 }
    }

    /// The offset behind the next occurrence of a word, or the end.
    private static func end(of word: String, from offset: Int, of scanner: ByteScanner) -> Int {
        guard let first = word.utf8.first else { return offset }
        var next = offset
        while let found = scanner.firstOffset(of: first, from: next) {
            if begins(word, at: found, of: scanner) { return found + word.utf8.count }
            next = found + 1
        }
        return scanner.end
    }

    private static func attribute(_ name: String, of tag: String) -> Substring? {
        for quote in ["\"", "'"] {
            guard let start = tag.firstRange(of: " \(name)=\(quote)") else { continue }
            return tag[start.upperBound...].prefix { String($0) != quote }
        }
        return nil
    }

    private static func element(_ name: String, of body: String) -> Substring? {
        body.firstRange(of: "<\(name)>").map { body[$0.upperBound...].prefix { $0 != "<" } }
    }
}
