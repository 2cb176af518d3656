/// How fixes wait for older ones.
struct ReorderingRule: Sendable {
    /// How many milliseconds older than the newest a fix may be.
    var lateness: Int64
    /// The time of a live stream's clock, in milliseconds since 1970; `nil` for a recorded one.
    var present: Int64?

    /// How many milliseconds fixes may go ahead of all others and be believed: an hour, as devices rest that long.
    fileprivate var jump: Int64 { max(lateness, 3_600_000) }

    /// For how many milliseconds fixes that are farther ahead must go on to be believed. A receiver that starts cold has the
    /// time from its satellites after 12.5 minutes.
    fileprivate var steadiness: Int64 { max(lateness, 900_000) }

    /// Whether a time is too far after another one to be believed because of it.
    fileprivate func isBeyond(_ time: Int64, _ other: Int64) -> Bool {
        let (limit, isOver) = other.addingReportingOverflow(jump)
        return !isOver && time > limit
    }

    /// Whether the clock of a live stream bears a time out.
    fileprivate func isPresent(_ time: Int64) -> Bool {
        guard let present else { return false }
        return !isBeyond(time, present) && !isBeyond(present, time)
    }
}

/// The fixes of one device that wait for older ones.
struct WaitingFixes<Element: OrderedFix>: Sendable {
    /// A fix that came after one that it counts before, and how many such fixes came before it.
    private struct Overtaken: Sendable {
        var fix: Element
        var number: Int

        func precedes(_ other: Self, bestFirst: Bool) -> Bool {
            fix.isBefore(other.fix, bestFirst: bestFirst, orElse: number < other.number)
        }
    }

    /// Whether of fixes of one time the one with the best accuracy comes first.
    private let bestFirst: Bool
    /// The newest time that is believed.
    private var newest = Int64.min
    /// The times of the last fixes, if these are so far ahead that more must agree with them.
    private var ahead: ClosedRange<Int64>?
    /// When the last one came, by a live stream's clock, in milliseconds since 1970; `nil` for a recorded one.
    private var arrival: Int64?
    /// The last that was handed on.
    private var last: Element?
    /// Those that came in order, up to `head` handed on. One at least waits as long as one of
    /// `overtaken` does: the one that it came after.
    private var inOrder: [Element] = []
    private var head = 0
    /// The others that wait, as a heap.
    private var overtaken: [Overtaken] = []
    private var overtakenCount = 0

    init(bestFirst: Bool) {
        self.bestFirst = bestFirst
    }

    /// How many wait.
    var count: Int { inOrder.count - head + overtaken.count }

    /// The first of those that wait; of equal rank the one that came first.
    var first: Element? {
        guard head < inOrder.count else { return nil }
        if let early = overtaken.first?.fix, early.isBefore(inOrder[head], bestFirst: bestFirst) { return early }
        return inOrder[head]
    }

    /// Takes a fix and hands on those that need not wait any longer; `false`, and nothing is done, for one that is too late:
    /// a later one was handed on already.
    ///
    /// - Complexity: O(log *n*) for each, where *n* wait; O(1) where they come in order.
    mutating func add(_ fix: Element, _ rule: ReorderingRule, to ready: inout [Element]) -> Bool {
        if let last, fix.isBefore(last, bestFirst: bestFirst && fix.moment != last.moment) { return false }
        arrival = rule.present
        believe(fix.moment, rule)
        let bestFirst = bestFirst
        if head < inOrder.count, let latest = inOrder.last, fix.isBefore(latest, bestFirst: bestFirst) {
            overtaken.insert(Overtaken(fix: fix, number: overtakenCount)) { $0.precedes($1, bestFirst: bestFirst) }
            overtakenCount += 1
        } else {
            inOrder.append(fix)
        }
        let (mark, isBelow) = newest.subtractingReportingOverflow(rule.lateness)
        let watermark = isBelow ? .min : mark
        // What is exactly as late as may be is still to come, but without lateness nothing waits.
        handOn(to: &ready) { $0.moment < watermark || (rule.lateness == 0 && $0.moment == watermark) }
        return true
    }

    /// Moves the newest time on. A clock that is wrong for a while would make all that comes after it late: fixes that are far
    /// ahead wait like the others, but count for the time that has come only once they have gone on long enough. At the
    /// beginning there is nothing that they could make late, and the second one is enough.
    private mutating func believe(_ moment: Int64, _ rule: ReorderingRule) {
        // Without lateness nothing waits.
        guard rule.lateness > 0, rule.isBeyond(moment, newest), !rule.isPresent(moment) else {
            newest = max(newest, moment)
            ahead = nil
            return
        }
        guard let run = ahead else { return ahead = moment...moment }
        let (least, most) = (min(run.lowerBound, moment), max(run.upperBound, moment))
        if rule.isBeyond(most, least) {
            // A device that is heard of so rarely goes on with a fix that is older than the last one.
            newest = least
            ahead = most...most
        } else if newest == .min || most - least >= rule.steadiness {
            newest = most
            ahead = nil
        } else {
            ahead = least...most
        }
    }

    /// Whether some wait that are believed and nothing has come for as long as a fix may be late, by the clock of a live stream. One
    /// that was set back by as much counts for that too.
    func isSilent(_ rule: ReorderingRule) -> Bool {
        guard let first, first.moment <= newest, let present = rule.present, let arrival else { return false }
        let (silence, isBeyond) = present.subtractingReportingOverflow(arrival)
        return isBeyond || silence.magnitude >= rule.lateness.magnitude
    }

    /// Hands on those that are believed.
    mutating func flushBelieved(to ready: inout [Element]) {
        let newest = newest
        handOn(to: &ready) { $0.moment <= newest }
    }

    /// Hands on all.
    mutating func flush(to ready: inout [Element]) { handOn(to: &ready) { _ in true } }

    /// Hands on the first ones as long as they are due.
    private mutating func handOn(to ready: inout [Element], while isDue: (Element) -> Bool) {
        let (countBefore, bestFirst) = (ready.count, bestFirst)
        while !overtaken.isEmpty, let next = first, isDue(next) {
            if let early = overtaken.first, early.fix.isBefore(inOrder[head], bestFirst: bestFirst) {
                ready.append(overtaken.removeFirst { $0.precedes($1, bestFirst: bestFirst) }.fix)
            } else {
                ready.append(inOrder[head])
                head += 1
            }
        }
        if overtaken.isEmpty {
            let due = inOrder[head...].prefix(while: isDue)
            ready += due
            head = due.endIndex
        }
        guard ready.count > countBefore else { return }
        last = ready.last
        // Moving those that wait costs no more than what was handed on since the last time.
        guard head * 2 >= inOrder.count else { return }
        inOrder.removeFirst(head)
        head = 0
    }
}
