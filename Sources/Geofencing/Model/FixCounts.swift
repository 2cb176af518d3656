/// The numbers of fixes that were used and of those that were not, by reason.
public struct FixCounts: Sendable, Hashable {
    /// The number of fixes that an engine used to decide, or that a tracker kept; for a file, the number of records
    /// read as fixes.
    public internal(set) var used = 0

    /// The number of fixes that were not used, by reason; reasons that did not occur are absent.
    public internal(set) var rejected: [Rejection: Int] = [:]

    package init() {}

    /// The number of all fixes, used or not.
    public var read: Int { used + rejected.values.reduce(0, +) }

    mutating func reject(_ reason: Rejection, count: Int = 1) {
        rejected[reason, default: 0] += count
    }

    mutating func add(_ other: FixCounts) {
        used += other.used
        rejected.merge(other.rejected, uniquingKeysWith: +)
    }
}
