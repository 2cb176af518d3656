extension Transition {
    /// Returns the event as `geofence watch` writes it: an object on one line, without the line end.
    ///
    /// Its keys are in `docs/formats.md`; `id` is the same in every run, so that a receiver recognizes a repeat. The
    /// transition's coordinate must be finite, as it is for all transitions of an engine.
    public func json() -> String {
        var line: [UInt8] = []
        TransitionEncoder(format: .ndjson, isFull: true).append(self, to: &line)
        line.removeLast()
        return String(decoding: line, as: UTF8.self)
    }
}

extension Transition: Encodable {
    /// The keys of the wire format.
    private enum CodingKeys: String, CodingKey {
        case kind = "event"
        case device
        case geofence
        case time = "ts_unix_ms"
        case decidedTime = "decided_unix_ms"
        case latitude
        case longitude
        case cause
        case id
        case visitID = "visit_id"
        case dwell = "dwell_s"
        case earliest = "ts_min_unix_ms"
        case latest = "ts_max_unix_ms"
        case isInferred = "inferred"
    }

    /// Encodes what `json()` writes: an object with the same keys and values, as part of a larger document.
    ///
    /// It cannot be decoded: the wire format of a DWELL does not say when its visit began.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(device, forKey: .device)
        try container.encode(geofence, forKey: .geofence)
        try container.encode(time, forKey: .time)
        try container.encode(decidedTime, forKey: .decidedTime)
        try container.encode(coordinate.latitude, forKey: .latitude)
        try container.encode(coordinate.longitude, forKey: .longitude)
        try container.encode(cause, forKey: .cause)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(visitID, forKey: .visitID)
        if kind == .exit, let visitStart {
            try container.encode(time.seconds(since: visitStart), forKey: .dwell)
        }
        try container.encodeIfPresent(interval?.lowerBound, forKey: .earliest)
        try container.encodeIfPresent(interval?.upperBound, forKey: .latest)
        if isInferred { try container.encode(true, forKey: .isInferred) }
    }
}

extension Timestamp {
    /// Returns the seconds since an earlier time, as in the wire format's `dwell_s`.
    package func seconds(since start: Timestamp) -> Double {
        Double(unixMilliseconds &- start.unixMilliseconds) / 1000
    }
}
