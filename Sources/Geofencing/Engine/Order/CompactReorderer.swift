/// Sorts the fixes of a stream by time for each device, as `FixReorderer` does, and reports those that are not used:
/// for a stream, this is the only place that decides so.
package struct CompactReorderer: Sendable {
    private let lateness: Int64
    private let limits: FixLimits
    private let longestAhead: Int64?
    private var devices: [UInt32: WaitingFixes<CompactFix>] = [:]

    /// - Parameters:
    ///   - lateness: The number of milliseconds by which a fix may be older than its device's newest one.
    ///   - limits: The limits of the engine that gets the fixes.
    ///   - longestAhead: The number of milliseconds by which a fix may be later than the present; `nil` for no limit.
    package init(lateness: Int64, limits: FixLimits, longestAhead: Int64? = nil) {
        self.lateness = lateness
        self.limits = limits
        self.longestAhead = longestAhead
    }

    /// Whether fixes wait for older ones; without lateness none does.
    package var makesFixesWait: Bool { lateness > 0 }

    /// Takes a fix and hands on those of its device that need not wait any longer.
    ///
    /// A fix that would not be used whatever came before it does not wait, so that a wrong clock does not make later
    /// fixes late.
    ///
    /// - Parameter present: The time of a live stream's clock, in milliseconds since 1970; `nil` for a recorded stream.
    /// - Returns: The reason why the fix is not used: one given by the limits, `future` compared with the clock, or
    ///   `late`; `nil` if it is used.
    /// - Complexity: O(log *n*) for each fix, where *n* fixes of the device wait; O(1) if they come in order.
    package mutating func add(_ fix: CompactFix, at present: Int64? = nil, to ready: inout [CompactFix]) -> Rejection? {
        if let reason = limits.rejection(of: fix) { return reason }
        if let present, let longestAhead, fix.time > present + longestAhead { return .future }
        let rule = ReorderingRule(lateness: lateness, present: present)
        let isInTime = devices[fix.device, default: WaitingFixes(bestFirst: limits.rejectsConflicts)]
            .add(fix, rule, to: &ready)
        return isInTime ? nil : .late
    }

    /// Hands on all waiting fixes, with devices in the order of their first waiting fixes; those of one device in order
    /// of time. Forgets the devices.
    package mutating func flush(to ready: inout [CompactFix]) {
        for device in waiting(where: { _ in true }) { devices[device]?.flush(to: &ready) }
        devices = [:]
    }

    /// Hands on, in the same order, the waiting fixes of devices that have sent nothing for as long as a fix may be
    /// late.
    ///
    /// - Parameter present: The time of the live stream's clock, in milliseconds since 1970.
    /// - Complexity: O(devices + *s* log *s*) for *s* devices that have gone silent, plus O(log *n*) for each fix where
    ///   *n* of its device wait.
    package mutating func flushSilentDevices(at present: Int64, to ready: inout [CompactFix]) {
        let rule = ReorderingRule(lateness: lateness, present: present)
        for device in waiting(where: { $0.isSilent(rule) }) { devices[device]?.flushBelieved(to: &ready) }
    }

    /// Forgets a device, so that its next fix counts as its first, and returns its waiting fixes.
    package mutating func forget(_ device: UInt32) -> [CompactFix] {
        var waiting: [CompactFix] = []
        var known = devices.removeValue(forKey: device)
        known?.flush(to: &waiting)
        return waiting
    }

    /// Returns the devices with waiting fixes, in the order in which the first of these arrived.
    private func waiting(where isWanted: (WaitingFixes<CompactFix>) -> Bool) -> [UInt32] {
        devices.values.compactMap { isWanted($0) ? $0.first : nil }.sorted(by: Self.arrivedBefore).map(\.device)
    }

    /// Returns whether one fix was read before another. In an endless stream the numbers of inputs wrap around to 0.
    private static func arrivedBefore(_ one: CompactFix, _ other: CompactFix) -> Bool {
        one.input == other.input ? one.line < other.line : Int32(bitPattern: one.input &- other.input) < 0
    }
}
