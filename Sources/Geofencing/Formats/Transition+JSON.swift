extension Transition {
    /// The event as `geofence watch` writes it: an object on one line, without the end of the line.
    ///
    /// Its keys are in `docs/formats.md`; `id` is the same in every run, so that whoever gets an event twice can tell. It must be at
    /// a place, as all transitions of an engine are.
    public func json() -> String {
        var line: [UInt8] = []
        TransitionEncoder(format: .ndjson, isFull: true).append(self, to: &line)
        line.removeLast()
        return String(decoding: line, as: UTF8.self)
    }
}
