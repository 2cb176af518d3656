/// Google's location history: `Records.json` of Takeout, and what phones export (`semanticSegments`, `rawSignals`), an
/// iPhone as an array of visits, activities and paths.
///
/// The forms differ by year and device; every object with a position and a time is a fix, wherever it occurs. The time
/// may be minutes since the start of what contains the object, as in the paths of an iPhone.
enum GoogleTimelineConverter {
    /// The keys whose arrays contain the positions.
    static let lists: Set = ["locations", "semanticSegments", "rawSignals"]

    /// Returns what appends the fixes of an element of these arrays, or of an iPhone's array.
    ///
    /// - Parameter device: The device of fixes that do not name one.
    static func conversion(device: [UInt8]) -> ElementConverter.Conversion {
        { element, scanner, lines, counter in
            // Each object is examined separately; those nested in it follow later.
            var next = element.lowerBound
            var spans: [Span] = []
            while let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: next, to: element.upperBound) {
                let members = JSONMembers(of: brace..<element.upperBound, in: scanner)
                while let last = spans.last, last.end < brace { spans.removeLast() }
                if let start = members.bytes("startTime") { spans.append(Span(start: start, end: members.end)) }
                append(members, in: spans.last, device, to: &lines) { counter.line(at: brace) }
                next = brace + 1
            }
        }
    }

    /// An object with a start, which is that of the paths in it.
    private struct Span {
        /// The time as it stands in the file.
        let start: [UInt8]
        /// The offset where the object ends.
        let end: Int
    }

    private static func append(
        _ members: JSONMembers,
        in span: Span?,
        _ device: [UInt8],
        to lines: inout ConvertedLines,
        line: () -> Int
    ) {
        guard let time = time(members, in: span), let (latitude, longitude) = place(members) else { return }
        let tag = members.bytes("deviceTag") ?? []
        let accuracy = members.bytes("accuracy", "accuracyMeters") ?? []
        lines.append(row: [tag.isEmpty ? device : tag, time, latitude, longitude, accuracy], onLine: line())
    }

    /// Returns the time; a small number of milliseconds is converted to seconds, since it would be taken as seconds.
    private static func time(_ members: JSONMembers, in span: Span?) -> [UInt8]? {
        let time = members.bytes("timestamp", "time")
        if let time, !time.isEmpty { return time }
        if let span, let minutes = members.bytes("durationMinutesOffsetFromStartTime") {
            return self.time(minutes, after: span.start)
        }
        guard let milliseconds = members.bytes("timestampMs") else { return time }
        guard let number = Double(parsing: milliseconds), abs(number) < 1e11 else { return milliseconds }
        var seconds: [UInt8] = []
        seconds.append(shortest: number / 1000)
        return seconds
    }

    /// Returns the time that is some minutes after another one, in UTC; one that is refused if either cannot be read.
    private static func time(_ minutes: [UInt8], after start: [UInt8]) -> [UInt8] {
        guard let start = Timestamp(parsing: String(decoding: start, as: UTF8.self)),
            let minutes = Double(parsing: minutes)
        else { return .refused }
        let milliseconds = Double(start.unixMilliseconds) + minutes * 60_000
        return Array(Timestamp(wholeMilliseconds: milliseconds.rounded()).iso8601.utf8)
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
