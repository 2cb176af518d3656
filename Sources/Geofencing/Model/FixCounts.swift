/// How many fixes were used and how many were not, by reason.
public struct FixCounts: Sendable, Hashable {
    /// Fixes that were used: by an engine to decide, by a tracker to keep. Of a file, records that were read as fixes.
    public internal(set) var used = 0

    /// Fixes that were not used, by reason; reasons that did not occur are absent.
    public internal(set) var rejected: [Rejection: Int] = [:]

    package init() {}

    /// All fixes: used and not.
    public var read: Int { used + rejected.values.reduce(0, +) }

    mutating func reject(_ reason: Rejection, count: Int = 1) {
        rejected[reason, default: 0] += count
    }

    mutating func add(_ other: FixCounts) {
        used += other.used
        rejected.merge(other.rejected, uniquingKeysWith: +)
    }
}
