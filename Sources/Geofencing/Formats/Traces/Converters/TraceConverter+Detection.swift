// Which program's trace an input is.
extension TraceConverter {
    /// Detects the format of an input from its beginning; `nil` if no conversion is needed.
    init?(_ scanner: ByteScanner) {
        guard let start = scanner.firstOffsetOfText else { return nil }
        let first = scanner[start]
        if scanner.begins(with: "Geolife trajectory".utf8, at: start) {
            self = .geoLife
        } else if first == UInt8(ascii: "<"), scanner.hasTag("gpx") || scanner.hasTag("gpx/") {
            self = .gpx
        } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            self.init(json: scanner, isArray: first == UInt8(ascii: "["))
        } else if let message = RecorderConverter.firstMessage(in: scanner) {
            self.init(scanner, object: message, isBare: false)
        } else {
            return nil
        }
    }

    /// Detects the format of JSON from its first object, as far as it is available.
    private init?(json scanner: ByteScanner, isArray: Bool) {
        let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0)
        if isArray {
            let keys = scanner.keys()
            if keys.contains("startTime"), !Self.phoneTimelineKeys.isDisjoint(with: keys) {
                self = .googleTimeline
                return
            }
        } else if let brace, let key = FixList.key(ofObjectAt: brace, in: scanner) {
            self = .json(.list(key))
            return
        } else if let brace, let known = TraceConverter(scanner, object: brace, isBare: true) {
            self = known
            return
        }
        if GeoJSONTrace.recognizes(scanner) {
            self = .geoJSON
        } else if let layout = JSONLayout(scanner) {
            self = .json(layout)
        } else {
            return nil
        }
    }

    /// Detects the format from the keys of the first object, as far as it is available; keys inside its values do not
    /// count.
    private init?(_ scanner: ByteScanner, object brace: Int, isBare: Bool) {
        var scanner = scanner
        scanner.position = brace + 1
        var (isTimeline, isFix) = (false, false)
        var isMore = true
        while isMore, let key = scanner.key() {
            let name = scanner.text(in: key)
            isTimeline = isTimeline || Self.beginsTimeline(name, scanner)
            isFix = isFix || FixKey.key(in: key, of: scanner) != .other
            let first = scanner.position
            let isThere = scanner.skipValue()
            if isThere, name == "_type", Self.ownTracksTypes.contains(scanner.text(in: first..<scanner.position)),
                scanner.lineFeeds(in: brace..<scanner.position) == 0
            {
                self = .ownTracks
                return
            }
            scanner.skipWhitespace()
            isMore = isThere && scanner.skip(UInt8(ascii: ","))
        }
        // A fix may have such an array too; then other fixes follow.
        guard isBare, isTimeline, !isFix else { return nil }
        if scanner.skip(UInt8(ascii: "}")) {
            scanner.skipWhitespace()
            if scanner.skip(UInt8(ascii: "{")) {
                guard let key = scanner.key(), Self.beginsTimeline(scanner.text(in: key), scanner) else { return nil }
            }
        }
        self = .googleTimeline
    }

    /// Whether a member of an object, whose value is at the scanner's position, contains positions of Google Timeline.
    private static func beginsTimeline(_ key: String, _ scanner: ByteScanner) -> Bool {
        GoogleTimelineConverter.lists.contains(key) && scanner.byte == UInt8(ascii: "[")
            && !GeoJSONTrace.hasFeatures(scanner) && !FixList.begins(scanner)
    }

    /// What the objects of an iPhone's Google Timeline, which is an array, have besides their times.
    private static let phoneTimelineKeys: Set = ["visit", "activity", "timelinePath", "timelineMemory"]

    /// The values that OwnTracks has for `_type`, with the quotes.
    private static let ownTracksTypes = Set(
        [
            "beacon", "card", "cmd", "configuration", "dump", "encrypted", "location", "lwt", "message", "msg",
            "request", "status", "steps", "transition", "waypoint", "waypoints",
        ].map { "\"\($0)\"" }
    )
}
