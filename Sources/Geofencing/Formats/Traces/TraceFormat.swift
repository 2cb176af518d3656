/// The format of a trace.
package enum TraceFormat: String, Sendable, CaseIterable {
    /// A table whose first line names the columns; comma, semicolon or tab separates the cells.
    case csv
    /// One `LocationFix` object per line.
    case ndjson

    /// Returns the format of an input from its beginning; `nil` for an empty one.
    static func sniffed(
        _ kind: ContentKind,
        from scanner: ByteScanner,
        location: InputLocation
    ) throws(GeofenceError) -> TraceFormat? {
        if let result = OwnResult(kind, scanner) { throw result.refusal(at: location) }
        switch kind {
        case .empty: return nil
        case .text:
            try refuseSentences(scanner, location: location)
            return .csv
        case .jsonObject:
            try refuseOtherJSON(scanner, location: location)
            try refuseObjectOverLines(scanner, location: location)
            return .ndjson
        // An array of objects has been converted or, in a stream, refused.
        case .jsonArray:
            throw refusalOfArray(at: location, recovery: rowAdvice(scanner))
        case .xml, .wide, .binary:
            throw GeofenceError(
                .unknownFormat,
                "the trace is \(kind.description)",
                at: location,
                recovery: kind.recovery(
                    orElse: kind == .xml || kind == .binary(ContentKind.activity)
                        ? conversion : "Give CSV with a header line or NDJSON of fixes, plain or gzip."
                )
            )
        }
    }

    /// Returns the error for an array in a stream, or without objects.
    static func refusalOfArray(
        at location: InputLocation,
        recovery: String = "Write one object per line, as `jq -c 'flatten[]' FILE` does."
    ) -> GeofenceError {
        GeofenceError(
            .unknownFormat,
            "the trace is a JSON array, not one object per line",
            at: location,
            recovery: recovery
        )
    }

    /// What to do about rows of values in one array, or about a row on each line.
    private static func rowAdvice(_ scanner: ByteScanner) -> String {
        let first = scanner.firstOffsetOfText.flatMap { scanner.firstElement(ofArrayAt: $0)?.byte }
        let (option, rows) = first == UInt8(ascii: "[") ? ("-r", ".[]") : ("-rn", "inputs")
        return """
            For rows of values, `jq \(option) '["device","time","latitude","longitude"], \(rows) | @csv' FILE` writes CSV; name the \
            columns in the order of the values.
            """
    }

    /// How to convert the formats of GPS receivers to a trace that is read.
    private static let conversion = """
        `gpsbabel -t -i FORMAT -f IN -o gpx -F OUT.gpx` converts it to GPX, where FORMAT is kml, gtrnctr (TCX), garmin_fit (FIT) or nmea.
        """

    /// Refuses the sentences of a receiver, whose degrees and minutes would be read as degrees if a header preceded
    /// them.
    private static func refuseSentences(_ scanner: ByteScanner, location: InputLocation) throws(GeofenceError) {
        guard scanner[0] == UInt8(ascii: "!") || scanner[0] == UInt8(ascii: "$") else { return }
        let start = scanner.text(in: (0..<scanner.end).prefix(16))
        if start.prefixMatch(of: /[!$][A-Z]{2}VD[MO],/) != nil {
            throw GeofenceError(
                .unknownFormat,
                "the trace is AIS messages (NMEA 0183), which are encoded and have no complete time",
                at: location,
                recovery: """
                    Decode them, as `gpsdecode` does, and give CSV with mmsi, timestamp (that of reception), latitude and longitude.
                    """
            )
        }
        guard start.prefixMatch(of: /\$(?:[A-Z]{5}|P(?:MTK|UBX|SRF|GRM)[A-Z0-9]*),/) != nil else { return }
        throw GeofenceError(.unknownFormat, "the trace is NMEA 0183 data", at: location, recovery: conversion)
    }

    /// Refuses an object over several lines, which only a stream still has: what is read as a whole was converted. Of a
    /// stream, more than the first line is here only by chance.
    private static func refuseObjectOverLines(_ scanner: ByteScanner, location: InputLocation) throws(GeofenceError) {
        guard let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0), scanner.isBraceAlone(at: brace) else {
            return
        }
        throw GeofenceError(
            .unknownFormat,
            "the trace is JSON spread over several lines, not one object per line",
            at: location,
            recovery: "Write one object per line, as `jq -c . FILE` does."
        )
    }

    /// Refuses an object that is Takeout's history of visits or GeoJSON.
    private static func refuseOtherJSON(_ text: ByteScanner, location: InputLocation) throws(GeofenceError) {
        guard let brace = text.firstOffset(of: UInt8(ascii: "{"), from: 0) else { return }
        var keys = text
        keys.position = brace + 1
        keys.skipWhitespace()
        if let key = keys.key(), keys.text(in: key) == "timelineObjects" {
            throw GeofenceError(
                .unknownFormat,
                "the trace is Takeout's Semantic Location History, which has visits and activities, not fixes",
                at: location,
                recovery:
                    "Give Takeout's Records.json, or what a phone exports as Timeline.json or location-history.json."
            )
        }
        if let kind = GeoJSONTrace.kind(of: brace, in: text) { throw GeoJSONTrace.refusal(of: kind, at: location) }
    }
}
