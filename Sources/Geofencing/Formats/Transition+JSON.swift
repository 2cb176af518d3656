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
