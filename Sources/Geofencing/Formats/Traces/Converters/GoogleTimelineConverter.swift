/// Google's location history: `Records.json` of Takeout, and what phones export (`semanticSegments`, `rawSignals`).
///
/// The forms differ by year and device; every object with a position and a time is a fix, wherever it occurs.
enum GoogleTimelineConverter {
    static func csv(of scanner: ByteScanner, device: [UInt8]) throws(CutDocument) -> [UInt8] {
        var result = ConvertedTable(of: scanner)
        var scanner = scanner
        let first = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0) ?? scanner.end
        scanner.position = first
        try scanner.skipWholeValue()
        let end = scanner.position
        scanner.skipWhitespace()
        guard scanner.isAtEnd else {
            throw CutDocument(offset: end, reason: scanner.byte == UInt8(ascii: "{") ? .anotherFollows : .breaksOff)
        }
        // Each object is examined separately; those nested in it follow later.
        var next = first
        while let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: next, to: end) {
            append(scanner, at: brace, device, to: &result)
            next = brace + 1
        }
        return result.text
    }

    private static func append(
        _ scanner: ByteScanner,
        at brace: Int,
        _ device: [UInt8],
        to result: inout ConvertedTable
    ) {
        let members = JSONMembers(of: brace..<scanner.end, in: scanner)
        guard let time = time(members), let (latitude, longitude) = place(members) else { return }
        let tag = members.bytes("deviceTag") ?? []
        result.append(
            at: brace,
            device: tag.isEmpty ? device : tag,
            time: time,
            latitude: latitude,
            longitude: longitude,
            accuracy: members.bytes("accuracy", "accuracyMeters") ?? []
        )
    }

    /// Returns the time; a small number of milliseconds is converted to seconds, since it would be taken as seconds.
    private static func time(_ members: JSONMembers) -> [UInt8]? {
        let time = members.bytes("timestamp", "time")
        if let time, !time.isEmpty { return time }
        guard let milliseconds = members.bytes("timestampMs") else { return time }
        guard let number = Double(parsing: milliseconds), abs(number) < 1e11 else { return milliseconds }
        var seconds: [UInt8] = []
        seconds.append(shortest: number / 1000)
        return seconds
    }

    /// Returns the position of an object that has a key for one; anything in it that is not a number is later rejected
    /// and counted.
    private static func place(_ members: JSONMembers) -> (latitude: [UInt8], longitude: [UInt8])? {
        let (latitude, longitude) = (members.bytes("latitudeE7"), members.bytes("longitudeE7"))
        if latitude != nil || longitude != nil { return (degrees(latitude ?? []), degrees(longitude ?? [])) }
        guard let text = members.bytes("LatLng", "point") else { return nil }
        if text.isEmpty { return ([], []) }
        // "52.5200000°, 13.4050000°", or "geo:52.52,13.405;u=35" (RFC 5870), where an altitude may follow the position.
        var place = text.prefix { $0 != UInt8(ascii: ";") }
        let isURI = place.starts(with: Array("geo:".utf8))
        if isURI { place = place.dropFirst(4) }
        let parts = place.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard parts.count == 2 || isURI && parts.count == 3 else {
            // Reported as is.
            return (text, parts.count == 1 ? [] : text)
        }
        let others = Array(" °".utf8)
        func number(_ part: ArraySlice<UInt8>) -> [UInt8] { Array(part.trimming(while: others.contains)) }
        return (number(parts[0]), number(parts[1]))
    }

    /// Converts ten millionths of a degree to degrees; empty for anything that is not a number, so that the fix is
    /// rejected and counted.
    private static func degrees(_ tenMillionths: [UInt8]) -> [UInt8] {
        guard let number = Double(parsing: tenMillionths) else { return [] }
        var text: [UInt8] = []
        text.append(sevenDecimals: number / 1e7)
        return text
    }
}
