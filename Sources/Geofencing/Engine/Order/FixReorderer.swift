/// Puts the fixes of a live stream into the order of time for each device, before an engine sees them.
///
/// Each device has a watermark: the newest time it has sent, less the lateness that is allowed. What is older than the
/// watermark is handed on, in order; the rest waits. So an engine finds what it would have found in a sorted file, as long
/// as nothing is later than allowed; what is goes on at once, and the engine counts it as late.
///
/// Fixes that are ahead of all others by more than an hour, or by more than the lateness if that is longer, wait too, but move the
/// watermark only once they have gone on for a quarter of an hour, or the lateness: a clock that was wrong for less time makes
/// no other fix late. A stream that is live tells `add` the present, and what agrees with that moves the watermark at once. What the
/// rules of the engine refuse whatever came before it goes on at once and moves nothing. What waits of a device that has gone silent
/// is what `flushSilentDevices` is for.
///
/// It keeps an entry for each device that it has met, beside the fixes that wait.
///
/// ```swift
/// var reorderer = FixReorderer(maximumLateness: .seconds(30), rules: engine.rules)
/// for fix in stream { transitions += engine.process(reorderer.add(fix)) }
/// transitions += engine.process(reorderer.flush())
/// ```
public struct FixReorderer: Sendable {
    private let lateness: Int64
    private let limits: FixLimits
    private var devices: [DeviceID: WaitingFixes<Fix>] = [:]

    /// - Parameters:
    ///   - maximumLateness: How much older than a device's newest fix another one may be; 30 s is enough for most radio links.
    ///   - rules: Those of the engine that gets the fixes.
    /// - Precondition: `maximumLateness` is not negative.
    public init(maximumLateness: Duration, rules: EventRules) {
        precondition(maximumLateness >= .zero, "A lateness is not negative.")
        lateness = maximumLateness.milliseconds
        limits = rules.limits
    }

    /// How many fixes wait.
    ///
    /// - Complexity: O(devices).
    public var waitingCount: Int { devices.values.reduce(0) { $0 + $1.count } }

    /// Takes a fix and returns those of its device that need not wait any longer, in order.
    ///
    /// - Parameters:
    ///   - fix: The next fix as it came.
    ///   - present: What time it is, if the stream is live: a fix that agrees with it, within the lateness or an hour, is believed
    ///     though the device was silent before.
    /// - Complexity: O(log *n*) for each, where *n* fixes of the device wait; O(1) where they come in order.
    public mutating func add(_ fix: Fix, at present: Timestamp? = nil) -> [Fix] {
        guard fix.rejection == nil, limits.rejection(of: CompactFix(fix, device: 0)) == nil else { return [fix] }
        var ready: [Fix] = []
        let order = ReorderingRule(lateness: lateness, present: present?.unixMilliseconds)
        let none = WaitingFixes<Fix>(bestFirst: limits.rejectsConflicts)
        if !devices[fix.device, default: none].add(fix, order, to: &ready) {
            // What is too late goes on at once, for the engine to count.
            ready.append(fix)
        }
        return ready
    }

    /// Returns, by device name and in order, what waits of devices that have sent nothing for as long as a fix may be late, so
    /// that nothing waits for a device that has gone silent. To be called now and then while a live stream has nothing new.
    ///
    /// Only devices count whose fixes came with a present, and only fixes that are believed.
    ///
    /// - Parameter present: What time it is, by the clock that `add` was told.
    /// - Complexity: O(devices + *s* log *s*) for *s* that have gone silent, and O(log *n*) for each fix where *n* of its device wait.
    public mutating func flushSilentDevices(at present: Timestamp) -> [Fix] {
        let rule = ReorderingRule(lateness: lateness, present: present.unixMilliseconds)
        var ready: [Fix] = []
        for device in devices.filter({ $0.value.isSilent(rule) }).keys.sorted() {
            devices[device]?.flushBelieved(to: &ready)
        }
        return ready
    }

    /// Returns all that wait, by device name and in order, at the end of a stream.
    ///
    /// - Complexity: O(*d* log *d*) for *d* devices, and O(log *n*) for each fix where *n* of its device wait.
    public mutating func flush() -> [Fix] {
        var rest: [Fix] = []
        for device in devices.keys.sorted() { devices[device]?.flush(to: &rest) }
        return rest
    }
}
