/// Puts the fixes of a live stream into the order of time for each device, before an engine sees them.
///
/// Each device has a watermark: the newest time it has sent, less the lateness that is allowed. What is not newer than the
/// watermark is handed on, in order; the rest waits. So an engine finds what it would have found in a sorted file, as long
/// as nothing is later than allowed; what is goes on at once, and the engine counts it as late.
///
/// A fix that is ahead of all others by more than an hour, or by more than the lateness if that is longer, moves the watermark
/// only if the device's next fix is as far ahead: one fix with a wrong clock makes no others late.
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
    /// - Complexity: O(fixes of the device that wait).
    public mutating func add(_ fix: Fix) -> [Fix] {
        var ready: [Fix] = []
        if !devices[fix.device, default: WaitingFixes()].add(fix, lateness: lateness, bestFirst: true, to: &ready) {
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

/// The fixes of one device that wait for older ones.
struct WaitingFixes<Element: OrderedFix>: Sendable {
    /// How many milliseconds one fix may go ahead of all others and be believed.
    private static var shortJump: Int64 { 3_600_000 }

    /// The newest time that is believed.
    private var newest = Int64.min
    /// The time of the last fix, if it is so far ahead that another one must agree with it.
    private var ahead: Int64?
    /// The last that was handed on.
    private var last: Element?
    /// In order, those of equal rank as they came.
    private(set) var fixes: [Element] = []

    init() {}

    /// Takes a fix and hands on those that need not wait any longer; `false`, and nothing is done, for one that is too late:
    /// a later one was handed on already.
    ///
    /// - Parameters:
    ///   - lateness: How many milliseconds older than the newest a fix may be.
    ///   - bestFirst: Whether of fixes of one time the one with the best accuracy comes first.
    mutating func add(_ fix: Element, lateness: Int64, bestFirst: Bool, to ready: inout [Element]) -> Bool {
        if let last, Self.isBefore(fix, last, bestFirst: bestFirst && fix.moment != last.moment) { return false }
        believe(fix.moment, lateness: lateness)
        let position = fixes.lastIndex { !Self.isBefore(fix, $0, bestFirst: bestFirst) }.map { $0 + 1 } ?? 0
        fixes.insert(fix, at: position)
        let (mark, isBelow) = newest.subtractingReportingOverflow(lateness)
        let watermark = isBelow ? .min : mark
        hand(on: fixes.prefix { $0.moment <= watermark }.count, to: &ready)
        return true
    }

    /// Moves the newest time on. A clock that is wrong for one fix would make all that come after it late: a fix that is far
    /// ahead, or the first, waits like the others, but counts for the time that has come only with the next one.
    private mutating func believe(_ moment: Int64, lateness: Int64) {
        // Without lateness nothing waits.
        guard lateness > 0 else { return newest = max(newest, moment) }
        let jump = max(lateness, Self.shortJump)
        func isBeyond(_ time: Int64, _ other: Int64) -> Bool {
            let (limit, isOver) = other.addingReportingOverflow(jump)
            return !isOver && time > limit
        }
        guard isBeyond(moment, newest) else {
            newest = max(newest, moment)
            ahead = nil
            return
        }
        guard let other = ahead else { return ahead = moment }
        let (least, most) = (min(other, moment), max(other, moment))
        newest = isBeyond(most, least) ? least : most
        ahead = isBeyond(most, least) ? most : nil
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
