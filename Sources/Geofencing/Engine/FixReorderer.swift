/// Puts the fixes of a live stream into the order of time for each device, before an engine sees them.
///
/// Each device has a watermark: the newest time it has sent, less the lateness that is allowed. What is not newer than the
/// watermark is handed on, in order; the rest waits. So an engine finds what it would have found in a sorted file, as long
/// as nothing is later than allowed; what is goes on at once, and the engine counts it as late.
///
/// Fixes that are ahead of all others by more than an hour, or by more than the lateness if that is longer, wait too, but move the
/// watermark only once they have gone on for a quarter of an hour, or the lateness: a clock that was wrong for less time makes
/// no other fix late. A stream that is live tells `add` the present, and what agrees with that moves the watermark at once.
///
/// ```swift
/// var reorderer = FixReorderer(maximumLateness: .seconds(30))
/// for fix in stream { transitions += engine.process(reorderer.add(fix)) }
/// transitions += engine.process(reorderer.flush())
/// ```
public struct FixReorderer: Sendable {
    private let lateness: Int64
    private var devices: [DeviceID: WaitingFixes<Fix>] = [:]

    /// - Parameter maximumLateness: How much older than a device's newest fix another one may be; 30 s is enough for most
    ///   radio links.
    public init(maximumLateness: Duration) {
        precondition(maximumLateness >= .zero, "A lateness is not negative.")
        lateness = maximumLateness.milliseconds
    }

    /// How many fixes wait.
    public var waitingCount: Int { devices.values.reduce(0) { $0 + $1.fixes.count } }

    /// Takes a fix and returns those of its device that need not wait any longer, in order.
    ///
    /// - Parameters:
    ///   - fix: The next fix as it came.
    ///   - present: What time it is, if the stream is live: a fix that agrees with it, within the lateness or an hour, is believed
    ///     though the device was silent before.
    /// - Complexity: O(fixes of the device that wait).
    public mutating func add(_ fix: Fix, at present: Timestamp? = nil) -> [Fix] {
        var ready: [Fix] = []
        let order = ReorderingRule(lateness: lateness, bestFirst: true, present: present?.unixMilliseconds)
        if !devices[fix.device, default: WaitingFixes()].add(fix, order, to: &ready) {
            // What is too late goes on at once, for the engine to count.
            ready.append(fix)
        }
        return ready
    }

    /// Returns all that wait, by device name and in order, at the end of a stream.
    public mutating func flush() -> [Fix] {
        var rest: [Fix] = []
        for device in devices.keys.sorted() { devices[device]?.flush(to: &rest) }
        return rest
    }
}

/// Something that waits in order of time.
protocol OrderedFix: Sendable {
    /// In milliseconds since 1970.
    var moment: Int64 { get }
    /// Greater for a better accuracy, 0 for an unknown one.
    var certainty: Float { get }
    /// The sequence number; the smallest for none.
    var place: Int64 { get }
}

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
    /// In order, those of equal rank as they came.
    private(set) var fixes: [Element] = []

    init() {}

    /// Takes a fix and hands on those that need not wait any longer; `false`, and nothing is done, for one that is too late:
    /// a later one was handed on already.
    mutating func add(_ fix: Element, _ rule: ReorderingRule, to ready: inout [Element]) -> Bool {
        let bestFirst = rule.bestFirst
        if let last, Self.isBefore(fix, last, bestFirst: bestFirst && fix.moment != last.moment) { return false }
        believe(fix.moment, rule)
        let position = fixes.lastIndex { !Self.isBefore(fix, $0, bestFirst: bestFirst) }.map { $0 + 1 } ?? 0
        fixes.insert(fix, at: position)
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
        last = fixes[count - 1]
        ready += fixes[..<count]
        fixes.removeFirst(count)
    }

    /// By time, of one time the best accuracy first if that is asked for, then by sequence.
    private static func isBefore(_ one: Element, _ other: Element, bestFirst: Bool) -> Bool {
        if one.moment != other.moment { return one.moment < other.moment }
        if bestFirst, one.certainty != other.certainty { return one.certainty > other.certainty }
        return one.place < other.place
    }
}

extension Fix: OrderedFix {
    var moment: Int64 { time.unixMilliseconds }
    var place: Int64 { sequence ?? CompactFix.noSequence }
    var certainty: Float {
        guard let meters = horizontalAccuracy?.meters, meters > 0 else { return 0 }
        return Float(1 / meters)
    }
}

extension CompactFix: OrderedFix {
    var moment: Int64 { time }
    var place: Int64 { sequence }
    var certainty: Float { horizontalAccuracy > 0 ? 1 / horizontalAccuracy : 0 }
}
