/// Puts the fixes of a live stream into the order of time for each device, as `FixReorderer` does, and tells those that
/// are too late.
package struct CompactReorderer: Sendable {
    private let lateness: Int64
    private let bestFirst: Bool
    private var devices: [UInt32: WaitingFixes<CompactFix>] = [:]

    /// - Parameters:
    ///   - lateness: How many milliseconds older than a device's newest fix another one may be.
    ///   - bestFirst: Whether of fixes of one time the one with the best accuracy comes first.
    package init(lateness: Int64, bestFirst: Bool) {
        self.lateness = lateness
        self.bestFirst = bestFirst
    }

    /// Takes a fix and hands on those of its device that need not wait any longer; `false` for one that is too late.
    ///
    /// - Parameter present: The time of a live stream's clock, in milliseconds since 1970; `nil` for a recorded one.
    /// - Complexity: O(log *n*) for each, where *n* fixes of the device wait; O(1) where they come in order.
    package mutating func add(_ fix: CompactFix, at present: Int64? = nil, to ready: inout [CompactFix]) -> Bool {
        let rule = ReorderingRule(lateness: lateness, present: present)
        return devices[fix.device, default: WaitingFixes(bestFirst: bestFirst)].add(fix, rule, to: &ready)
    }

    /// Hands on all that wait, in the order in which they came in; those of one device in order of time.
    package mutating func flush(to ready: inout [CompactFix]) {
        let waiting = devices.values.compactMap { fixes in fixes.first.map { (first: $0, fixes: fixes) } }
            .sorted { Self.cameBefore($0.first, $1.first) }
        for var (_, fixes) in waiting { fixes.flush(to: &ready) }
        devices = [:]
    }

    /// Whether one fix was read before another. In a stream without end the numbers of inputs begin again at 0.
    private static func cameBefore(_ one: CompactFix, _ other: CompactFix) -> Bool {
        one.input == other.input ? one.line < other.line : Int32(bitPattern: one.input &- other.input) < 0
    }
}
