/// Sorts the fixes of a live stream by time for each device, before an engine sees them.
///
/// Each device has a watermark: the newest time it has sent, less the allowed lateness. Fixes older than the watermark
/// are handed on, in order; the rest wait. So an engine gets what it would have got from a sorted file, as long as no
/// fix is later than allowed; a later one is handed on at once, and the engine counts it as late, unless it counts
/// fixes in input order, or did not use the newer ones.
///
/// Fixes that are ahead of all others by more than an hour, or by more than the lateness if that is longer, wait too,
/// but move the watermark only once they have continued for a quarter of an hour, or for the lateness: a clock that was
/// wrong for less time makes no other fix late. A live stream passes the present to `add`, and fixes that agree with it
/// move the watermark at once. Fixes that the engine's rules reject whatever came before them are handed on at once and
/// do not move the watermark. For the waiting fixes of a device that has gone silent there is `flushSilentDevices`.
///
/// Waiting fixes are not part of an engine's state. To go on after a restart, keep beside the state what `flush()` of a
/// copy returns, and add it again; only a clock that is far ahead just then may be believed sooner.
///
/// The reorderer keeps an entry for each device that it has seen, besides the waiting fixes, until it is told to
/// `forget(_:)` the device.
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

    /// Creates a reorderer in which no fix waits.
    ///
    /// - Parameters:
    ///   - maximumLateness: How much older than its device's newest fix a fix may be; 30 s is enough for most radio
    ///     links.
    ///   - rules: The rules of the engine that gets the fixes.
    /// - Precondition: `maximumLateness` is not negative.
    public init(maximumLateness: Duration, rules: EventRules) {
        precondition(maximumLateness >= .zero, "The maximum lateness must not be negative.")
        lateness = maximumLateness.milliseconds
        limits = rules.limits
    }

    /// The number of waiting fixes.
    ///
    /// - Complexity: O(devices).
    public var waitingCount: Int { devices.values.reduce(0) { $0 + $1.count } }

    /// Takes a fix and returns those of its device that need not wait any longer, in order.
    ///
    /// - Parameters:
    ///   - fix: The next fix, in order of arrival.
    ///   - present: The current time, if the stream is live: a fix that agrees with it, within the lateness or an hour,
    ///     is believed even if the device was silent before.
    /// - Complexity: O(log *n*) for each fix, where *n* fixes of the device wait; O(1) if they come in order.
    public mutating func add(_ fix: Fix, at present: Timestamp? = nil) -> [Fix] {
        guard fix.rejection == nil, limits.rejection(of: CompactFix(fix, device: 0)) == nil else { return [fix] }
        var ready: [Fix] = []
        let rule = ReorderingRule(lateness: lateness, present: present?.unixMilliseconds)
        let none = WaitingFixes<Fix>(bestFirst: limits.rejectsConflicts)
        if !devices[fix.device, default: none].add(fix, rule, to: &ready) {
            // A fix that is too late is handed on at once, for the engine to count.
            ready.append(fix)
        }
        return ready
    }

    /// Returns, by device name and in order, the waiting fixes of devices that have sent nothing for as long as a fix
    /// may be late. Call it now and then while a live stream has nothing new, so that fixes do not wait for a device
    /// that has gone silent.
    ///
    /// It considers only devices whose fixes came with a present, and only fixes that are believed. A fix that is late,
    /// or that the rules reject whatever came before it, does not count as something sent.
    ///
    /// - Parameter present: The current time, by the same clock as passed to `add`.
    /// - Complexity: O(devices + *s* log *s*) for *s* devices that have gone silent, plus O(log *n*) for each fix where
    ///   *n* of its device wait.
    public mutating func flushSilentDevices(at present: Timestamp) -> [Fix] {
        let rule = ReorderingRule(lateness: lateness, present: present.unixMilliseconds)
        var ready: [Fix] = []
        for device in devices.filter({ $0.value.isSilent(rule) }).keys.sorted() {
            devices[device]?.flushBelieved(to: &ready)
        }
        return ready
    }

    /// Forgets a device, so that its next fix counts as its first.
    ///
    /// - Returns: Its waiting fixes, in order. An engine that is told to forget the device should not get them.
    /// - Complexity: O(log *n*) for each of *n* waiting fixes.
    @discardableResult
    public mutating func forget(_ device: DeviceID) -> [Fix] {
        guard var waiting = devices.removeValue(forKey: device) else { return [] }
        var rest: [Fix] = []
        waiting.flush(to: &rest)
        return rest
    }

    /// Returns all waiting fixes, by device name and in order, at the end of a stream.
    ///
    /// - Complexity: O(*d* log *d*) for *d* devices, plus O(log *n*) for each fix where *n* of its device wait.
    public mutating func flush() -> [Fix] {
        var rest: [Fix] = []
        for device in devices.keys.sorted() { devices[device]?.flush(to: &rest) }
        return rest
    }
}
