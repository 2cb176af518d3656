extension EventLogFormat {
    /// Returns the format of a log from its beginning; `nil` for an empty log.
    static func sniffed(
        _ kind: ContentKind,
        from scanner: ByteScanner,
        location: InputLocation
    ) throws(GeofenceError) -> EventLogFormat? {
        let format: EventLogFormat?
        switch kind {
        case .empty: return nil
        case .jsonObject: format = object(scanner)
        case .text: format = table(with: kind.names(in: scanner))
        case .jsonArray, .xml, .wide, .binary: format = nil
        }
        if let format { return format }
        let header = kind == .text ? FieldTableHeader(atBeginningOf: scanner) : nil
        let columns = header.map { "; its first line has: \(TableHeader.list($0.titles))" }
        throw GeofenceError(
            .unknownFormat,
            "this is \(kind.description), not a known event log\(columns ?? "")",
            at: location,
            recovery: kind.recovery(
                orElse: guess(kind, scanner) + """
                    Give this program's events as JSON or CSV with event, device, geofence and ts_unix_ms; Tile38 or OwnTracks \
                    messages; or Traccar's events with type, deviceid, geofenceid and eventtime. Name the format with --format.
                    """
            )
        )
    }

    /// Returns the format by the keys of the first line that has distinctive ones.
    private static func object(_ scanner: ByteScanner) -> EventLogFormat? {
        var scanner = scanner
        for _ in 0..<100 {
            let end = scanner.firstOffset(of: .lineFeed, from: scanner.position) ?? scanner.end
            let keys = Set(scanner.keys(to: end))
            if keys.contains("_type") { return .owntracks }
            if keys.isSuperset(of: ["event", "geofence"]) { return .ndjson }
            if keys.isSuperset(of: ["type", "deviceId", "geofenceId"]) { return .traccar }
            if keys.contains("detect") || keys.isSuperset(of: ["command", "key"]) { return .tile38 }
            guard end < scanner.end else { return nil }
            scanner.position = end + 1
        }
        return nil
    }

    /// Returns a question about what an input that is not an event log may be, to put before the recovery suggestion;
    /// empty if nothing is likely.
    private static func guess(_ kind: ContentKind, _ scanner: ByteScanner) -> String {
        if case .visits = OwnResult(kind, scanner) { return "Are these visits instead of an event log? " }
        let names = kind.names(in: scanner)
        func has(_ role: ColumnRole) -> Bool { names.contains(where: role.isNamed) }
        if has(.geometry) || has(.radius) || names.contains("features") {
            return "Are these geofences instead of an event log? "
        }
        return has(.latitude) && has(.longitude) ? "Is this a trace instead of an event log? " : ""
    }

    private static func table(with columns: Set<String>) -> EventLogFormat? {
        if columns.isSuperset(of: ["event", "geofence", "ts_unix_ms"]) { return .csv }
        let hasGeofence = columns.contains("geofenceid") || columns.contains("geofence_id")
        return columns.contains("type") && hasGeofence ? .traccar : nil
    }
}
