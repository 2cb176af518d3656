/// An event and the violations found in it.
struct EventCheck {
    let event: LoggedEvent
    private(set) var violations: [EventViolation] = []

    init(event: LoggedEvent) { self.event = event }

    mutating func fail(_ code: EventViolation.Code, _ otherLine: Int?, _ message: String) {
        violations.append(
            EventViolation(
                code,
                line: event.line,
                otherLine: otherLine,
                message,
                device: event.device,
                geofence: event.geofence
            )
        )
    }

    /// Checks the time against the event's own other times; `false` if they contradict.
    mutating func timeAlone() -> Bool {
        if event.time < event.earliest ?? .min || event.time > event.latest ?? .max {
            fail(.outsideBracket, nil, "the time is not between ts_min_unix_ms and ts_max_unix_ms")
            return false
        }
        if let decided = event.decided, decided < event.time {
            fail(.decidedEarly, nil, "decided \(event.time - decided) ms before it happened")
            return false
        }
        return true
    }

    /// Checks the time against that of the previous event; `false` if it goes back.
    mutating func time(after last: Int64, line: Int) -> Bool {
        guard event.time < last else { return true }
        fail(.timeBackwards, line, "\(last - event.time) ms earlier than the event on line \(line)")
        return false
    }

    /// Checks the dwell time against the ENTER, or against an earlier one that had no EXIT.
    mutating func dwell(since enter: LoggedPair.Enter, or older: LoggedPair.Enter?) {
        guard let dwell = event.dwell else { return }
        for enter in [enter, older].compactMap(\.self) {
            // 1 ms for writers that round times and dwell separately; the rest is the rounding of seconds.
            if !enter.hasGoodTime || abs(dwell - stay(since: enter)) < 0.001_001 { return }
        }
        fail(
            .dwellMismatch,
            enter.line,
            "the dwell time is \(dwell) s, but the ENTER on line \(enter.line) was \(stay(since: enter)) s earlier"
        )
    }

    private func stay(since enter: LoggedPair.Enter) -> Double { Double(event.time - enter.time) / 1000 }
}
