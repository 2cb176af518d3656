/// Google's location history: `Records.json` of Takeout, and what phones export (`semanticSegments`, `rawSignals`).
///
/// The forms differ by year and device; every object with a place and a time is a fix, wherever it stands.
enum GoogleTimelineConverter {
    /// The fixes; `nil` for a text that ends before its brackets are closed.
    static func csv(of scanner: ByteScanner, device: [UInt8]) -> [UInt8]? {
        var result = Array(TraceConverter.header.utf8)
        var scanner = scanner
        guard !isCut(scanner) else { return nil }
        while scanner.position < scanner.end {
            // Every object is looked at by itself; those inside it have their turn later.
            guard let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: scanner.position) else { break }
            scanner.position = brace + 1
            append(scanner, at: brace, device, to: &result)
        }
        return result
    }

    private static func isCut(_ scanner: ByteScanner) -> Bool {
        var depth = 0
        var isInString = false
        var offset = 0
        while offset < scanner.end {
            let byte = scanner[offset]
            if byte == .quote {
                isInString.toggle()
            } else if isInString {
                // What is escaped may be a quote.
                if byte == .backslash { offset += 1 }
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                depth += 1
            } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                depth -= 1
            }
            offset += 1
        }
        return isInString || depth > 0
    }

    private static func append(_ scanner: ByteScanner, at brace: Int, _ device: [UInt8], to result: inout [UInt8]) {
        var inner = scanner
        inner.position = brace + 1
        inner.skipWhitespace()
        // An object that holds others and no place is not worth reading to its end.
        guard let key = inner.string() else { return }
        let name = inner.text(in: key.range)
        guard !["locations", "semanticSegments", "rawSignals", "position", "startTime"].contains(name) else { return }
        let members = JSONMembers(of: brace..<scanner.end, in: scanner)
        guard let time = members.bytes("timestamp", "timestampMs", "time"),
            let (latitude, longitude) = place(members)
        else { return }
        result.appendFix(
            device: members.bytes("deviceTag") ?? device,
            time: time,
            latitude: latitude,
            longitude: longitude,
            accuracy: members.bytes("accuracy", "accuracyMeters") ?? []
        )
    }

    private static func place(_ members: JSONMembers) -> (latitude: [UInt8], longitude: [UInt8])? {
        if let latitude = members.text("latitudeE7"), let longitude = members.text("longitudeE7") {
            return (degrees(latitude), degrees(longitude))
        }
        guard let text = members.bytes("LatLng", "point") else { return nil }
        // "52.5200000°, 13.4050000°" or "geo:52.52,13.405"
        let parts = text.split(separator: UInt8(ascii: ","))
        guard parts.count == 2 else { return nil }
        func number(_ part: ArraySlice<UInt8>) -> [UInt8] {
            part.filter { $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
        }
        return (number(parts[0]), number(parts[1]))
    }

    /// A number of ten millionths in degrees; nothing for what is no number, so that the fix is refused and counted.
    private static func degrees(_ tenMillionths: String) -> [UInt8] {
        guard let number = Double(tenMillionths), number.isFinite else { return [] }
        var text: [UInt8] = []
        text.append(sevenDecimals: number / 1e7)
        return text
    }
}
