/// GPX: every `trkpt` with its `lat`, `lon` and `time`. Routes and waypoints are plans, not fixes.
enum GPXConverter {
    /// The fixes; `nil` for a text that ends before its `gpx` is closed.
    static func csv(of scanner: ByteScanner, device: [UInt8]) -> [UInt8]? {
        var result = Array(TraceConverter.header.utf8)
        var isClosed = false
        var position = 0
        while let start = scanner.firstOffset(of: UInt8(ascii: "<"), from: position) {
            position = start + 1
            if begins("!--", at: position, of: scanner) {
                position = end(of: "-->", from: position, of: scanner)
            } else if beginsTag("/gpx", at: position, of: scanner) {
                isClosed = true
            } else if beginsTag("gpx", at: position, of: scanner) {
                let tagEnd = scanner.firstOffset(of: UInt8(ascii: ">"), from: position) ?? scanner.end
                isClosed = scanner[tagEnd - 1] == UInt8(ascii: "/")
            } else if beginsTag("trkpt", at: position, of: scanner) {
                let tagEnd = scanner.firstOffset(of: UInt8(ascii: ">"), from: position) ?? scanner.end
                let tag = scanner.bytes(in: position..<tagEnd)
                let limit = tag.last == UInt8(ascii: "/") ? tagEnd : endTag("trkpt", from: tagEnd, of: scanner)
                result.appendFix(
                    device: device,
                    time: element("time", in: tagEnd..<limit, of: scanner),
                    latitude: attribute("lat", of: tag) ?? [],
                    longitude: attribute("lon", of: tag) ?? []
                )
                position = limit
            }
        }
        return isClosed ? result : nil
    }

    private static func begins(_ word: String, at offset: Int, of scanner: ByteScanner) -> Bool {
        offset + word.utf8.count < scanner.end && zip(word.utf8, offset...).allSatisfy { scanner[$1] == $0 }
    }

    /// Whether a tag of exactly this name, `/` included, stands at an offset.
    private static func beginsTag(_ name: String, at offset: Int, of scanner: ByteScanner) -> Bool {
        guard begins(name, at: offset, of: scanner) else { return false }
        let next = scanner[offset + name.utf8.count]
        return isSpace(next) || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
    }

    /// The offset of the end tag of an element, or the end.
    private static func endTag(_ name: String, from offset: Int, of scanner: ByteScanner) -> Int {
        let name = "/\(name)"
        var next = offset
        while let found = scanner.firstOffset(of: UInt8(ascii: "<"), from: next) {
            if beginsTag(name, at: found + 1, of: scanner) { return found }
            next = found + 1
        }
        return scanner.end
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

    /// The value of an attribute; names and `=` may have any white space around them, and values either kind of quotes.
    private static func attribute(_ name: String, of tag: [UInt8]) -> ArraySlice<UInt8>? {
        var rest = tag.drop { !isSpace($0) }
        while true {
            rest = rest.drop(while: isSpace)
            let key = rest.prefix { $0 != UInt8(ascii: "=") && !isSpace($0) }
            rest = rest.dropFirst(key.count).drop(while: isSpace)
            guard rest.first == UInt8(ascii: "=") else { return nil }
            rest = rest.dropFirst().drop(while: isSpace)
            guard let quote = rest.first, quote == .quote || quote == UInt8(ascii: "'") else { return nil }
            let value = rest.dropFirst().prefix { $0 != quote }
            if key.elementsEqual(name.utf8) { return value }
            rest = rest.dropFirst(value.count + 2)
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == .space || byte == .tab || byte == .lineFeed || byte == .carriageReturn
    }

    /// The text of the first element of this name, without the white space around it; nothing if there is none.
    private static func element(_ name: String, in range: Range<Int>, of scanner: ByteScanner) -> ArraySlice<UInt8> {
        var next = range.lowerBound
        while let start = scanner.firstOffset(of: UInt8(ascii: "<"), from: next, to: range.upperBound) {
            next = start + 1
            guard beginsTag(name, at: next, of: scanner),
                let tagEnd = scanner.firstOffset(of: UInt8(ascii: ">"), from: next, to: range.upperBound)
            else { continue }
            if scanner[tagEnd - 1] == UInt8(ascii: "/") { return [] }
            let first = tagEnd + 1
            let end = scanner.firstOffset(of: UInt8(ascii: "<"), from: first, to: range.upperBound) ?? range.upperBound
            var text = scanner.bytes(in: first..<end).drop(while: isSpace)
            while let last = text.last, isSpace(last) { text.removeLast() }
            return text
        }
        return []
    }
}
