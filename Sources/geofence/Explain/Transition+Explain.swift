internal import Geofencing

extension Transition {
    /// Returns what happened, when and why, and the identifier.
    func title(isMuted: Bool = false) -> String { "\(heading(isMuted: isMuted)), id \(id)" }

    /// Returns the title as lines; the identifier is on a second one if the first would be longer than 100 columns.
    func titleLines(isMuted: Bool) -> [String] {
        let title = title(isMuted: isMuted)
        return title.count <= 100 ? [title] : ["\(heading(isMuted: isMuted)),", "  id \(id)"]
    }

    private func heading(isMuted: Bool) -> String {
        var text = "\(kind.rawValue) at \(ExplainTable.moment(time))"
        if decidedTime != time {
            let (day, clock) = (ExplainTable.date(decidedTime), ExplainTable.clock(decidedTime))
            text += ", decided at \(day == ExplainTable.date(time) ? clock : "\(day) \(clock)")"
        }
        // Inferred events are always caused by movement.
        text += ", \(isInferred ? "inferred" : cause.rawValue)"
        if isMuted { text += ", muted" }
        return text
    }

    /// Returns a JSON object with what decided the event and what identifies it.
    func json(isMuted: Bool = false) -> JSONText {
        .object([
            "event": .string(kind.rawValue),
            "ts_unix_ms": .number(Int(time.unixMilliseconds)),
            "decided_unix_ms": .number(Int(decidedTime.unixMilliseconds)),
            "cause": .string(cause.rawValue),
            "id": .string("\(id)"),
            "visit_id": visitID.map { .string("\($0)") },
            "inferred": isInferred ? .bool(true) : nil,
            "muted": isMuted ? .bool(true) : nil,
        ])
    }
}
