/// Checks what must hold in every event log, event by event.
///
/// What it keeps grows with the pairs of device and geofence, not with the events; identifiers go through temporary files.
package struct EventVerifier {
    /// What is known of one device in one geofence.
    private struct Pair {
        var isInside = false
        var enterLine = 0
        var enterTime: Int64 = 0
        var visit: String?
        var dwellLine: Int?
        var lastLine = 0
        var lastTime = Int64.min
        let device: UInt32
        let geofence: UInt32
    }

    private var devices = NameList<DeviceID>()
    private var geofences = NameList<Geofence.ID>()
    private var pairs: [UInt64: Pair] = [:]
    private var ids = RepeatFinder()
    private var visits = RepeatFinder()

    /// How many events of each kind there were.
    package private(set) var counts: [LoggedEvent.Kind: Int] = [:]

    package init() {}

    /// How many visits have no EXIT so far.
    package var openVisits: Int { pairs.values.count { $0.isInside } }

    /// Takes the next event of the log and says what is wrong with it.
    ///
    /// - Throws: `inputOutput` if a temporary file cannot be written.
    package mutating func add(_ event: LoggedEvent) throws(GeofenceError) -> [EventViolation] {
        counts[event.kind, default: 0] += 1
        guard event.kind != .forgotten || !event.device.isEmpty else {
            let geofence = geofences.number(of: Geofence.ID(event.geofence))
            for (key, pair) in pairs where pair.geofence == geofence { pairs[key]?.isInside = false }
            return []
        }
        let device = devices.number(of: DeviceID(event.device))
        let geofence = geofences.number(of: Geofence.ID(event.geofence))
        let key = UInt64(device) << 32 | UInt64(geofence)
        var pair = pairs[key] ?? Pair(device: device, geofence: geofence)
        var check = Check(event: event)
        check.times(after: pair.lastTime, line: pair.lastLine)
        switch event.kind {
        case .enter: enter(&pair, &check)
        case .exit: exit(&pair, &check)
        case .dwell: dwell(&pair, &check)
        case .forgotten: pair.isInside = false
        }
        pair.lastLine = event.line
        pair.lastTime = max(pair.lastTime, event.time)
        pairs[key] = pair
        if let id = event.id { try ids.add(id, line: event.line) }
        if event.kind == .exit, let visit = event.visit {
            try visits.add("\(device) \(geofence) \(visit)", line: event.line)
        }
        return check.violations
    }

    private func enter(_ pair: inout Pair, _ check: inout Check) {
        if pair.isInside {
            check.fail(.enterInside, pair.enterLine, "ENTER while inside since line \(pair.enterLine)")
        }
        pair.isInside = true
        pair.enterLine = check.event.line
        pair.enterTime = check.event.time
        pair.visit = check.event.visit
        pair.dwellLine = nil
    }

    private func exit(_ pair: inout Pair, _ check: inout Check) {
        guard pair.isInside else {
            if pair.lastLine == 0 {
                check.fail(.exitFirst, nil, "EXIT without an ENTER before it")
            } else {
                check.fail(.exitOutside, pair.lastLine, "EXIT while outside since line \(pair.lastLine)")
            }
            return
        }
        pair.isInside = false
        check.visit(is: pair.visit, line: pair.enterLine)
        let stay = Double(check.event.time - pair.enterTime) / 1000
        // 1 ms for writers that round times and dwell each for itself; the rest is the rounding of seconds.
        if let dwell = check.event.dwell, !(abs(dwell - stay) < 0.001_001) {
            check.fail(
                .dwellMismatch,
                pair.enterLine,
                "the dwell time is \(dwell) s, but since the ENTER of line \(pair.enterLine) it is \(stay) s"
            )
        }
    }

    private func dwell(_ pair: inout Pair, _ check: inout Check) {
        guard pair.isInside else {
            check.fail(.dwellOutside, pair.lastLine == 0 ? nil : pair.lastLine, "DWELL while not inside")
            return
        }
        if let line = pair.dwellLine {
            check.fail(.dwellRepeated, line, "a second DWELL in one visit, after that of line \(line)")
        }
        pair.dwellLine = check.event.line
        check.visit(is: pair.visit, line: pair.enterLine)
    }

    /// Says what is wrong with the log as a whole, by line.
    ///
    /// - Parameter isClosed: Whether every visit must be over.
    /// - Throws: `inputOutput` if a temporary file cannot be read.
    package mutating func finish(isClosed: Bool) throws(GeofenceError) -> [EventViolation] {
        var violations: [EventViolation] = []
        for (line, first) in try ids.repeats() {
            violations.append(
                EventViolation(.idRepeated, line: line, otherLine: first, "the id is that of line \(first)")
            )
        }
        for (line, first) in try visits.repeats() {
            violations.append(
                EventViolation(
                    .visitRepeated,
                    line: line,
                    otherLine: first,
                    "the visit_id is that of the visit that line \(first) ended"
                )
            )
        }
        if isClosed {
            for pair in pairs.values where pair.isInside {
                violations.append(
                    EventViolation(
                        .visitOpen,
                        line: pair.enterLine,
                        "the visit has no EXIT",
                        device: devices[pair.device].rawValue,
                        geofence: geofences[pair.geofence].rawValue
                    )
                )
            }
        }
        return violations.sorted { ($0.line, $0.code.rawValue) < ($1.line, $1.code.rawValue) }
    }
}

/// An event and what is wrong with it.
private struct Check {
    let event: LoggedEvent
    var violations: [EventViolation] = []

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

    mutating func times(after last: Int64, line: Int) {
        if event.time < last { fail(.timeBackwards, line, "\(last - event.time) ms earlier than an event before it") }
        if event.time < event.earliest ?? .min || event.time > event.latest ?? .max {
            fail(.outsideBracket, nil, "the time is not between ts_min_unix_ms and ts_max_unix_ms")
        }
        if let decided = event.decided, decided < event.time {
            fail(.decidedEarly, nil, "decided \(event.time - decided) ms before it happened")
        }
    }

    mutating func visit(is visit: String?, line: Int) {
        guard let visit, let own = event.visit, own != visit else { return }
        fail(.visitMismatch, line, "the visit is \"\(own)\", but that of the ENTER of line \(line) is \"\(visit)\"")
    }
}

/// Names and their numbers.
private struct NameList<Name: Hashable> {
    private var numbers: [Name: UInt32] = [:]
    private var names: [Name] = []

    subscript(number: UInt32) -> Name { names[Int(number)] }

    mutating func number(of name: Name) -> UInt32 {
        if let number = numbers[name] { return number }
        let number = UInt32(names.count)
        numbers[name] = number
        names.append(name)
        return number
    }
}
