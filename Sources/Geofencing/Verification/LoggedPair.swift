/// What is known of one device in one geofence.
///
/// What one fault brings about is told once: where an event is wrong, those after it are held against what they may agree with.
struct LoggedPair {
    /// An ENTER, as far as what comes after may contradict it.
    struct Enter {
        var line: Int
        var time: Int64
        /// Whether nothing is wrong with the time.
        var hasGoodTime: Bool
        var visit: String?
    }

    /// An event that has an identifier.
    private struct Identified {
        var id: String
        var time: Int64
        var line: Int

        /// The line of `last` if that is the same event; else takes its place.
        func lineIfRepeat(of last: inout Identified?) -> Int? {
            if let last, last.id == id, last.time == time { return last.line }
            last = self
            return nil
        }
    }

    private(set) var isInside = false
    /// How often its geofence's devices had been forgotten when its last event came.
    private(set) var drops = 0
    /// The ENTER of the visit.
    private(set) var enter: Enter?
    private(set) var lastLine = 0
    /// The line that named the last visit first; 0 for none.
    private(set) var visitLine = 0

    /// Whether an ENTER is missing that a DWELL has told of: what is next may be an EXIT as well as an ENTER.
    private var isUnentered = false
    /// The ENTER before, if no EXIT came between: the EXIT may be that one's.
    private var olderEnter: Enter?
    private var visit: String?
    /// What an event named in place of the visit.
    private var otherVisit: String?
    private var dwellLine: Int?
    /// The time of the last event, but for one whose time is wrong by itself.
    private var lastTime = Int64.min
    private var timeLine = 0
    private var lastEnter: Identified?
    private var lastDwell: Identified?
    private var lastExit: Identified?

    /// Takes the next event and says what is wrong with it, and whether it is another one than those before.
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

    /// Presence is no longer known if the geofence's devices were forgotten once more.
    mutating func forget(drops count: Int) {
        if drops != count { forget() }
        drops = count
    }

    /// Presence is no longer known.
    private mutating func forget() {
        isInside = false
        isUnentered = false
    }

    /// The line of the same event, if it was among the last ones; else takes note of it.
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

    /// Says what is wrong with the time; `false` if anything is.
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
        // A DWELL of another visit is no second one of this one.
        guard checkVisit(&check) else { return }
        if let line = dwellLine {
            check.fail(.dwellRepeated, line, "a second DWELL in one visit, after that of line \(line)")
        }
        dwellLine = check.event.line
    }

    /// Says whether an event in a visit is of that one, as far as it tells.
    private mutating func checkVisit(_ check: inout EventCheck) -> Bool {
        guard let own = check.event.visit, own != olderEnter?.visit else { return true }
        guard let visit else {
            begin(check.event)
            return true
        }
        guard own != visit else { return true }
        guard own != otherVisit else { return false }
        check.fail(.visitMismatch, visitLine, "the visit is \"\(own)\", but in line \(visitLine) it is \"\(visit)\"")
        otherVisit = own
        return false
    }

    private mutating func begin(_ event: LoggedEvent) {
        visit = event.visit
        visitLine = event.visit == nil ? 0 : event.line
        otherVisit = nil
    }

    /// Begins the visit of an event whose ENTER is missing, unless it is the one that has ended.
    private mutating func beginIfOther(_ event: LoggedEvent) {
        if let own = event.visit, own != visit { begin(event) }
    }
}
