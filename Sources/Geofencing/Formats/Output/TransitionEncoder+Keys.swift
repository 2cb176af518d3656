/// The identifiers of an event and its visit.
struct EventKeys {
    var event: EventID
    /// The identifier of the visit; `nil` if visits are not tracked.
    var visit: EventID?
    /// The duration of the visit in milliseconds; only for an EXIT.
    var dwell: Int64?

    init(_ record: TransitionRecord, device: UInt64, geofence: UInt64) {
        event = EventID(
            device: device,
            geofence: geofence,
            kind: record.kind,
            time: record.time,
            ordinal: record.ordinal
        )
        guard record.visitStart != TransitionRecord.unknownTime else { return }
        visit = EventID(
            device: device,
            geofence: geofence,
            kind: .enter,
            time: record.visitStart,
            ordinal: record.visitOrdinal
        )
        if record.kind == .exit { dwell = record.time &- record.visitStart }
    }
}

extension TransitionEncoder {
    /// Appends the keys that only full events have.
    func appendKeys(_ keys: EventKeys, _ record: TransitionRecord, to line: inout OutputSpan<UInt8>) {
        if begin("\"id\":", true, &line) { append(keys.event, to: &line) }
        if begin("\"visit_id\":", keys.visit != nil, &line), let visit = keys.visit { append(visit, to: &line) }
        if begin("\"dwell_s\":", keys.dwell != nil, &line), let dwell = keys.dwell { line.append(seconds: dwell) }
        let hasInterval = record.earliest != TransitionRecord.unknownTime
        if begin("\"ts_min_unix_ms\":", hasInterval, &line) { line.append(decimal: record.earliest) }
        if begin("\"ts_max_unix_ms\":", hasInterval, &line) { line.append(decimal: record.latest) }
    }

    /// Begins a value; a table has a cell for it even if it is absent.
    ///
    /// - Returns: Whether the value is present.
    @inline(__always)
    private func begin(_ key: StaticString, _ isThere: Bool, _ line: inout OutputSpan<UInt8>) -> Bool {
        if isThere || format == .csv { line.append(UInt8(ascii: ",")) }
        if isThere, format == .ndjson { line.append(key) }
        return isThere
    }

    private func append(_ id: EventID, to line: inout OutputSpan<UInt8>) {
        if format == .ndjson { line.append(.quote) }
        line.append(hexadecimal: id.rawValue)
        if format == .ndjson { line.append(.quote) }
    }
}
