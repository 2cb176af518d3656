/// How fixes wait for older ones.
struct ReorderingRule: Sendable {
    /// How many milliseconds older than the newest a fix may be.
    var lateness: Int64
    /// Whether of fixes of one time the one with the best accuracy comes first.
    var bestFirst: Bool
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
    /// The newest time that is believed.
    private var newest = Int64.min
    /// The times of the last fixes, if these are so far ahead that more must agree with them.
    private var ahead: ClosedRange<Int64>?
    /// The last that was handed on.
    private var last: Element?
    /// Those that were handed on, up to `head`, and those that wait, in order, those of equal rank as they came.
    private var all: [Element] = []
    private var head = 0

    /// Those that wait, in order.
    var fixes: ArraySlice<Element> { all[head...] }

    init() {}

    /// Takes a fix and hands on those that need not wait any longer; `false`, and nothing is done, for one that is too late:
    /// a later one was handed on already.
    mutating func add(_ fix: Element, _ rule: ReorderingRule, to ready: inout [Element]) -> Bool {
        let bestFirst = rule.bestFirst
        if let last, Self.isBefore(fix, last, bestFirst: bestFirst && fix.moment != last.moment) { return false }
        believe(fix.moment, rule)
        let position = fixes.lastIndex { !Self.isBefore(fix, $0, bestFirst: bestFirst) }.map { $0 + 1 } ?? head
        all.insert(fix, at: position)
        let (mark, isBelow) = newest.subtractingReportingOverflow(rule.lateness)
        let watermark = isBelow ? .min : mark
        hand(on: fixes.prefix { $0.moment <= watermark }.count, to: &ready)
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

    /// Hands on all.
    mutating func flush(to ready: inout [Element]) { hand(on: fixes.count, to: &ready) }

    private mutating func hand(on count: Int, to ready: inout [Element]) {
        guard count > 0 else { return }
        ready += all[head..<head + count]
        head += count
        last = all[head - 1]
        // Moving those that wait costs no more than what was handed on since the last time.
        guard head * 2 >= all.count else { return }
        all.removeFirst(head)
        head = 0
    }

    /// By time, of one time the best accuracy first if that is asked for, then by sequence.
    private static func isBefore(_ one: Element, _ other: Element, bestFirst: Bool) -> Bool {
        if one.moment != other.moment { return one.moment < other.moment }
        if bestFirst, one.certainty != other.certainty { return one.certainty > other.certainty }
        return one.rank < other.rank
    }
}
