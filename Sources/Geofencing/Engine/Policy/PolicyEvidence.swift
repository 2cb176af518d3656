/// What speaks for a change so far: the fixes in a row that each count for it.
struct PolicyEvidence: BitwiseCopyable, Sendable, Hashable {
    /// How many there are.
    var fixes: Int32 = 0
    /// The time of the first one, in milliseconds since 1970.
    var since: Int64 = 0

    /// With one more fix.
    func adding(_ time: Int64) -> PolicyEvidence {
        var sum = self
        if fixes == 0 { sum.since = time }
        sum.fixes &+= 1
        return sum
    }

    /// With all of other evidence.
    func adding(_ other: PolicyEvidence) -> PolicyEvidence {
        if other.fixes == 0 { return self }
        if fixes == 0 { return other }
        var sum = self
        sum.fixes &+= other.fixes
        sum.since = min(since, other.since)
        return sum
    }

    /// From its first fix to `time`, in milliseconds.
    func span(until time: Int64) -> Int64 { fixes == 0 ? 0 : time &- since }
}
