/// What is known about one device in one geofence.
///
/// The consequences of one fault are reported once: after a wrong event, later events are checked against whatever they
/// may agree with.
struct LoggedPair {
    /// An ENTER, with what later events may contradict.
    struct Enter {
        var line: Int
        var time: Int64
        /// Whether its time is free of violations.
        var hasGoodTime: Bool
        var visit: String?
    }

    /// An event that has an identifier.
    private struct Identified {
        var id: String
        var time: Int64
        var line: Int

        /// Returns the line of `last` if that is the same event; otherwise replaces it.
        func lineIfRepeat(of last: inout Identified?) -> Int? {
            if let last, last.id == id, last.time == time { return last.line }
            last = self
            return nil
        }
    }

    private(set) var isInside = false
    /// How many times its geofence's devices had been forgotten when its last event came.
    private(set) var drops = 0
    /// The ENTER of the current visit.
    private(set) var enter: Enter?
    private(set) var lastLine = 0
    /// The line that first named the last visit; 0 for none.
    private(set) var visitLine = 0

    /// Whether an ENTER is missing, as a DWELL has revealed: the next event may be an EXIT as well as an ENTER.
    private var isUnentered = false
    /// The previous ENTER if no EXIT came in between: the next EXIT may belong to it.
    private var olderEnter: Enter?
    private var visit: String?
    /// The visit that an event named instead of the current one.
    private var otherVisit: String?
    private var dwellLine: Int?
    /// The time of the last event, except one whose time is wrong by itself.
    private var lastTime = Int64.min
    private var timeLine = 0
    private var lastEnter: Identified?
    private var lastDwell: Identified?
    private var lastExit: Identified?

    /// Takes the next event and returns what is wrong with it, and whether it differs from those before.
    mutating func add(_ event: LoggedEvent) -> (violations: [EventViolation], isNew: Bool) {
        var check = EventCheck(event: event)
        if let line = lineOfRepeat(event) {
            check.fail(.idRepeated, line, EventViolation.repeatMessage(of: line))
            return (check.violations, false)
        }
        let hasGoodTime = checkTime(&check)
        switch event.kind {
        case .enter: enter(&check, hasGoodTime: hasGoodTime)
        case .exit: exit(&check, hasGoodTime: hasGoodTime)
        case .dwell: dwell(&check)
        case .forgotten: forget()
        }
        lastLine = event.line
        return (check.violations, true)
    }

    /// Makes presence unknown if the geofence's devices were forgotten again.
    mutating func forget(drops count: Int) {
        if drops != count { forget() }
        drops = count
    }

    /// Makes presence unknown.
    private mutating func forget() {
        isInside = false
        isUnentered = false
    }

    /// Returns the line of the same event if it was among the last ones; otherwise records it.
    private mutating func lineOfRepeat(_ event: LoggedEvent) -> Int? {
        guard let id = event.id else { return nil }
        let new = Identified(id: id, time: event.time, line: event.line)
        switch event.kind {
        case .enter: return new.lineIfRepeat(of: &lastEnter)
        case .dwell: return new.lineIfRepeat(of: &lastDwell)
        case .exit: return new.lineIfRepeat(of: &lastExit)
        case .forgotten: return nil
        }
    }

    /// Reports what is wrong with the time; `false` if anything is.
    private mutating func checkTime(_ check: inout EventCheck) -> Bool {
        guard check.timeAlone() else { return false }
        let isLater = check.time(after: lastTime, line: timeLine)
        lastTime = check.event.time
        timeLine = check.event.line
        return isLater
    }

    private mutating func enter(_ check: inout EventCheck, hasGoodTime: Bool) {
        let event = check.event
        let goesOn = (isInside || isUnentered) && visit != nil && visit == event.visit
        if isInside, let enter {
            check.fail(.enterInside, enter.line, "ENTER while inside since line \(enter.line)")
        }
        olderEnter = isInside ? enter : nil
        enter = Enter(line: event.line, time: event.time, hasGoodTime: hasGoodTime, visit: event.visit)
        isInside = true
        isUnentered = false
        dwellLine = nil
        if !goesOn { begin(event) }
    }

    private mutating func exit(_ check: inout EventCheck, hasGoodTime: Bool) {
        guard isInside || isUnentered else {
            if lastLine == 0 {
                check.fail(.exitFirst, nil, "EXIT without an ENTER before it")
            } else {
                check.fail(.exitOutside, lastLine, "EXIT while outside since line \(lastLine)")
            }
            beginIfOther(check.event)
            return
        }
        let isOfVisit = checkVisit(&check)
        if isOfVisit, hasGoodTime, let enter { check.dwell(since: enter, or: olderEnter) }
        forget()
    }

    private mutating func dwell(_ check: inout EventCheck) {
        guard isInside || isUnentered else {
            check.fail(.dwellOutside, lastLine == 0 ? nil : lastLine, "DWELL while not inside")
            isUnentered = true
            enter = nil
            olderEnter = nil
            dwellLine = check.event.line
            beginIfOther(check.event)
            return
        }
        // A DWELL of another visit is not a second one of this visit.
        guard checkVisit(&check) else { return }
        if let line = dwellLine {
            check.fail(.dwellRepeated, line, "a second DWELL in one visit, after the one on line \(line)")
        }
        dwellLine = check.event.line
    }

    /// Returns whether an event during a visit belongs to it, as far as the event shows.
    private mutating func checkVisit(_ check: inout EventCheck) -> Bool {
        guard let own = check.event.visit, own != olderEnter?.visit else { return true }
        guard let visit else {
            begin(check.event)
            return true
        }
        guard own != visit else { return true }
        guard own != otherVisit else { return false }
        check.fail(
            .visitMismatch,
            visitLine,
            "the visit is \"\(own.shortened)\", but on line \(visitLine) it is \"\(visit.shortened)\""
        )
        otherVisit = own
        return false
    }

    private mutating func begin(_ event: LoggedEvent) {
        visit = event.visit
        visitLine = event.visit == nil ? 0 : event.line
        otherVisit = nil
    }

    /// Begins the visit of an event whose ENTER is missing, unless it is the visit that has ended.
    private mutating func beginIfOther(_ event: LoggedEvent) {
        if let own = event.visit, own != visit { begin(event) }
    }
}
