extension Visit {
    /// Returns the visit as `geofence evaluate --visits` and `geofence visits` write it: an object on one line, without
    /// the line end.
    ///
    /// Its keys are in `docs/formats.md`.
    public func json() -> String {
        var line: [UInt8] = []
        VisitEncoder(format: .ndjson, showsInferred: true).append(self, to: &line)
        line.removeLast()
        return String(decoding: line, as: UTF8.self)
    }
}

extension Visit: Encodable {
    /// The keys of the wire format.
    private enum CodingKeys: String, CodingKey {
        case id = "visit_id"
        case device
        case geofence
        case entered = "enter_unix_ms"
        case exited = "exit_unix_ms"
        case dwell = "dwell_s"
        case state
        case enterCause = "enter_cause"
        case exitCause = "exit_cause"
        case earliestExit = "exit_min_unix_ms"
        case latestExit = "exit_max_unix_ms"
        case isInferred = "inferred"
    }

    /// Encodes what `json()` writes: an object with the same keys and values, as part of a larger document.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(enter.id, forKey: .id)
        try container.encode(device, forKey: .device)
        try container.encode(geofence, forKey: .geofence)
        try container.encode(entered, forKey: .entered)
        try container.encodeIfPresent(exited, forKey: .exited)
        try container.encodeIfPresent(exited?.seconds(since: entered), forKey: .dwell)
        try container.encode(exit == nil ? "open" : "closed", forKey: .state)
        try container.encode(enter.cause, forKey: .enterCause)
        try container.encodeIfPresent(exit?.cause, forKey: .exitCause)
        try container.encodeIfPresent(exit?.interval?.lowerBound, forKey: .earliestExit)
        try container.encodeIfPresent(exit?.interval?.upperBound, forKey: .latestExit)
        if exit?.isInferred == true { try container.encode(true, forKey: .isInferred) }
    }
}
