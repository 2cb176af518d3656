/// Google's location history: `Records.json` of Takeout, and what phones export (`semanticSegments`, `rawSignals`).
///
/// The forms differ by year and device; every object with a place and a time is a fix, wherever it stands.
enum GoogleTimelineConverter {
    static func csv(of scanner: ByteScanner, device: [UInt8]) throws(CutTrace) -> [UInt8] {
        var result = ConvertedTable(of: scanner)
        var scanner = scanner
        let first = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0) ?? scanner.end
        scanner.position = first
        guard scanner.skipValue() else {
            throw CutTrace(offset: scanner.position, isTooDeep: scanner.isTooDeep(since: first))
        }
        let end = scanner.position
        scanner.skipWhitespace()
        guard scanner.isAtEnd else { throw CutTrace(offset: end) }
        // Every object is looked at by itself; those inside it have their turn later.
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
        guard let time = members.bytes("timestamp", "timestampMs", "time"),
            let (latitude, longitude) = place(members)
        else { return }
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

    private static func place(_ members: JSONMembers) -> (latitude: [UInt8], longitude: [UInt8])? {
        if let latitude = members.bytes("latitudeE7"), let longitude = members.bytes("longitudeE7") {
            return (degrees(latitude), degrees(longitude))
        }
        guard let text = members.bytes("LatLng", "point") else { return nil }
        // "52.5200000°, 13.4050000°" or "geo:52.52,13.405;u=35" (RFC 5870). What is no number then is refused and counted.
        var place = text.prefix { $0 != UInt8(ascii: ";") }
        if place.starts(with: Array("geo:".utf8)) { place = place.dropFirst(4) }
        let parts = place.split(separator: UInt8(ascii: ","))
        guard parts.count == 2 else { return nil }
        let others = Array(" °".utf8)
        func number(_ part: ArraySlice<UInt8>) -> [UInt8] { part.filter { !others.contains($0) } }
        return (number(parts[0]), number(parts[1]))
    }

    /// A number of ten millionths in degrees; nothing for what is no number, so that the fix is refused and counted.
    private static func degrees(_ tenMillionths: [UInt8]) -> [UInt8] {
        let number = withScanner(of: tenMillionths) { scanner in
            scanner.number().flatMap { scanner.isAtEnd ? $0 : nil }
        }
        guard let number else { return [] }
        var text: [UInt8] = []
        text.append(sevenDecimals: number / 1e7)
        return text
    }
}
