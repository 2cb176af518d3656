/// The rule by which fixes wait for older ones.
struct ReorderingRule: Sendable {
    /// The number of milliseconds by which a fix may be older than the newest one.
    var lateness: Int64
    /// The time of a live stream's clock, in milliseconds since 1970; `nil` for a recorded stream.
    var present: Int64?

    /// The number of milliseconds by which fixes may be ahead of all others and still be believed: at least an hour,
    /// because devices rest that long.
    fileprivate var jump: Int64 { max(lateness, 3_600_000) }

    /// The number of milliseconds for which fixes that are farther ahead must continue to be believed. A receiver that
    /// starts cold has the time from its satellites after 12.5 minutes.
    fileprivate var steadiness: Int64 { max(lateness, 900_000) }

    /// Returns whether a time is too far after another one to be believed because of it.
    fileprivate func isBeyond(_ time: Int64, _ other: Int64) -> Bool {
        let (limit, isOver) = other.addingReportingOverflow(jump)
        return !isOver && time > limit
    }

    /// Returns whether the clock of a live stream confirms a time.
    fileprivate func isPresent(_ time: Int64) -> Bool {
        guard let present else { return false }
        return !isBeyond(time, present) && !isBeyond(present, time)
    }
}

/// The fixes of one device that wait for older ones.
struct WaitingFixes<Element: OrderedFix>: Sendable {
    /// A fix that arrived after one that it counts before, and the number of such fixes that arrived before it.
    private struct Overtaken: Sendable {
        var fix: Element
        var number: Int

        func precedes(_ other: Self, bestFirst: Bool) -> Bool {
            fix.isBefore(other.fix, bestFirst: bestFirst, orElse: number < other.number)
        }
    }

    /// Whether, among fixes of the same time, the one with the best accuracy comes first.
    private let bestFirst: Bool
    /// The newest believed time.
    private var newest = Int64.min
    /// The times of the fixes since the last believed one, if these are so far ahead that they are not believed yet.
    private var doubted: ClosedRange<Int64>?
    /// The time when the last fix arrived, by a live stream's clock, in milliseconds since 1970; `nil` for a recorded
    /// stream.
    private var arrival: Int64?
    /// The last fix that was handed on.
    private var last: Element?
    /// The fixes that arrived in order; those before `head` have been handed on. While any of `overtaken` waits, so
    /// does at least one of these: the one that it arrived after.
    private var inOrder: [Element] = []
    private var head = 0
    /// The other waiting fixes, as a heap.
    private var overtaken: [Overtaken] = []
    private var overtakenCount = 0

    init(bestFirst: Bool) {
        self.bestFirst = bestFirst
    }

    /// The number of waiting fixes.
    var count: Int { inOrder.count - head + overtaken.count }

    /// The first of the waiting fixes; of equal rank, the one that arrived first.
    var first: Element? {
        guard head < inOrder.count else { return nil }
        if let early = overtaken.first?.fix, early.isBefore(inOrder[head], bestFirst: bestFirst) { return early }
        return inOrder[head]
    }

    /// Takes a fix and hands on those that need not wait any longer. Returns `false`, having done nothing, if the fix
    /// is too late: a later one has already been handed on.
    ///
    /// - Complexity: O(log *n*) for each fix, where *n* wait; O(1) if they come in order.
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
        // More fixes with exactly the allowed lateness may still come, but without lateness nothing waits.
        handOn(to: &ready) { $0.moment < watermark || (rule.lateness == 0 && $0.moment == watermark) }
        return true
    }

    /// Advances the newest time to that of a fix, if it is believed.
    ///
    /// A clock that is wrong for a while would make everything that comes after it late. So a fix that is far ahead
    /// waits like the others, but does not advance the time until later fixes, all of them far ahead, confirm it:
    /// - One that is as far ahead of the earliest of them confirms that one, and is now in doubt itself; a device that
    ///   reports so rarely continues like that.
    /// - Otherwise they must have continued for long enough. At the beginning there is nothing that they could make
    ///   late, and a second one is enough.
    private mutating func believe(_ moment: Int64, _ rule: ReorderingRule) {
        // Without lateness nothing waits.
        guard rule.lateness > 0, rule.isBeyond(moment, newest), !rule.isPresent(moment) else {
            newest = max(newest, moment)
            doubted = nil
            return
        }
        guard let before = doubted else { return doubted = moment...moment }
        let (earliest, latest) = (min(before.lowerBound, moment), max(before.upperBound, moment))
        if rule.isBeyond(latest, earliest) {
            newest = earliest
            doubted = latest...latest
        } else if newest == .min || latest - earliest >= rule.steadiness {
            newest = latest
            doubted = nil
        } else {
            doubted = earliest...latest
        }
    }

    /// Returns whether believed fixes wait and nothing has arrived for as long as a fix may be late, by the clock of a
    /// live stream. A clock that was set back by that much counts as well.
    func isSilent(_ rule: ReorderingRule) -> Bool {
        guard let first, first.moment <= newest, let present = rule.present, let arrival else { return false }
        let (silence, isBeyond) = present.subtractingReportingOverflow(arrival)
        return isBeyond || silence.magnitude >= rule.lateness.magnitude
    }

    /// Hands on the fixes that are believed.
    mutating func flushBelieved(to ready: inout [Element]) {
        let newest = newest
        handOn(to: &ready) { $0.moment <= newest }
    }

    /// Hands on all fixes.
    mutating func flush(to ready: inout [Element]) { handOn(to: &ready) { _ in true } }

    /// Hands on the first fixes as long as they are due.
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
        // Moving the waiting fixes costs no more than what has been handed on since the last move.
        guard head * 2 >= inOrder.count else { return }
        inOrder.removeFirst(head)
        head = 0
    }
}
