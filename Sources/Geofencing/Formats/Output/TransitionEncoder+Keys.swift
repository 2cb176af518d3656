/// The identifiers of an event and its visit.
struct EventKeys {
    var event: EventID
    /// `nil` where visits are not followed.
    var visit: EventID?
    /// How long the visit had lasted, in milliseconds; of an EXIT.
    var dwell: Int64?

    init(_ record: TransitionRecord, device: UInt64, geofence: UInt64) {
        event = EventID(device: device, geofence: geofence, kind: record.kind, time: record.time)
        guard record.visitStart != TransitionRecord.unknownTime else { return }
        visit = EventID(device: device, geofence: geofence, kind: .enter, time: record.visitStart)
        if record.kind == .exit { dwell = record.time &- record.visitStart }
    }
}

extension TransitionEncoder {
    /// Appends what only full events have.
    func appendKeys(_ keys: EventKeys, _ record: TransitionRecord, to buffer: inout [UInt8]) {
        let hasInterval = record.earliest != TransitionRecord.unknownTime
        let isJSON = format == .ndjson
        func cell(_ key: String, _ isThere: Bool, _ value: (inout [UInt8]) -> Void) {
            guard isThere || !isJSON else { return }
            buffer.append(UInt8(ascii: ","))
            if isJSON { buffer.append(contentsOf: "\"\(key)\":".utf8) }
            if isThere { value(&buffer) }
        }
        func append(_ id: EventID?, to buffer: inout [UInt8]) {
            if isJSON { buffer.append(UInt8(ascii: "\"")) }
            if let id { buffer.append(hexadecimal: id.rawValue) }
            if isJSON { buffer.append(UInt8(ascii: "\"")) }
        }
        cell("id", true) { append(keys.event, to: &$0) }
        cell("visit_id", keys.visit != nil) { append(keys.visit, to: &$0) }
        cell("dwell_s", keys.dwell != nil) { $0.append(seconds: keys.dwell ?? 0) }
        cell("ts_min_unix_ms", hasInterval) { $0.append(decimal: record.earliest) }
        cell("ts_max_unix_ms", hasInterval) { $0.append(decimal: record.latest) }
    }
}
