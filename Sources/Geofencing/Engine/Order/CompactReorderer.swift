/// Puts the fixes of a stream into the order of time for each device, as `FixReorderer` does, and tells those that are not used:
/// the only place where that is decided of a stream.
package struct CompactReorderer: Sendable {
    private let lateness: Int64
    private let limits: FixLimits
    private let longestAhead: Int64?
    private var devices: [UInt32: WaitingFixes<CompactFix>] = [:]

    /// - Parameters:
    ///   - lateness: How many milliseconds older than a device's newest fix another one may be.
    ///   - limits: Those of the engine that gets the fixes.
    ///   - longestAhead: How many milliseconds later than the present a fix may be; `nil` for any number.
    package init(lateness: Int64, limits: FixLimits, longestAhead: Int64? = nil) {
        self.lateness = lateness
        self.limits = limits
        self.longestAhead = longestAhead
    }

    /// Takes a fix and hands on those of its device that need not wait any longer.
    ///
    /// What is not used whatever came before it does not wait, lest a clock that is wrong makes what follows late.
    ///
    /// - Parameter present: The time of a live stream's clock, in milliseconds since 1970; `nil` for a recorded one.
    /// - Returns: Why the fix is not used: by the limits, as one `future` of the clock, or `late`; `nil` for one that is.
    /// - Complexity: O(log *n*) for each, where *n* fixes of the device wait; O(1) where they come in order.
    package mutating func add(_ fix: CompactFix, at present: Int64? = nil, to ready: inout [CompactFix]) -> Rejection? {
        if let reason = limits.rejection(of: fix) { return reason }
        if let present, let longestAhead, fix.time > present + longestAhead { return .future }
        let rule = ReorderingRule(lateness: lateness, present: present)
        let isInTime = devices[fix.device, default: WaitingFixes(bestFirst: limits.rejectsConflicts)]
            .add(fix, rule, to: &ready)
        return isInTime ? nil : .late
    }

    /// Hands on all that wait, in the order in which they came in; those of one device in order of time.
    package mutating func flush(to ready: inout [CompactFix]) {
        for device in waiting(where: { _ in true }) { devices[device]?.flush(to: &ready) }
        devices = [:]
    }

    /// Hands on, in the same order, what waits of devices that have sent nothing for as long as a fix may be late.
    ///
    /// - Parameter present: The time of the live stream's clock, in milliseconds since 1970.
    /// - Complexity: O(devices + *s* log *s*) for *s* that have gone silent, and O(log *n*) for each fix where *n* of its device wait.
    package mutating func flushSilentDevices(at present: Int64, to ready: inout [CompactFix]) {
        let rule = ReorderingRule(lateness: lateness, present: present)
        for device in waiting(where: { $0.isSilent(rule) }) { devices[device]?.flushBelieved(to: &ready) }
    }

    /// Forgets a device, so that its next fix is a first one, and hands out what waits of it.
    package mutating func forget(_ device: UInt32) -> [CompactFix] {
        var waiting: [CompactFix] = []
        var known = devices.removeValue(forKey: device)
        known?.flush(to: &waiting)
        return waiting
    }

    /// Devices of which fixes wait, in the order in which the first of these came in.
    private func waiting(where isWanted: (WaitingFixes<CompactFix>) -> Bool) -> [UInt32] {
        devices.values.compactMap { isWanted($0) ? $0.first : nil }.sorted(by: Self.cameBefore).map(\.device)
    }

    /// Whether one fix was read before another. In a stream without end the numbers of inputs begin again at 0.
    private static func cameBefore(_ one: CompactFix, _ other: CompactFix) -> Bool {
        one.input == other.input ? one.line < other.line : Int32(bitPattern: one.input &- other.input) < 0
    }
}
