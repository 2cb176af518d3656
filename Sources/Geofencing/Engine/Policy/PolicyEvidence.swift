/// The evidence for a change so far: the consecutive fixes that each count toward it.
struct PolicyEvidence: BitwiseCopyable, Sendable, Hashable {
    /// The number of fixes.
    var fixes: Int32 = 0
    /// The time of the first one, in milliseconds since 1970.
    var since: Int64 = 0

    /// Returns the evidence with one more fix.
    func adding(_ time: Int64) -> PolicyEvidence {
        var sum = self
        if fixes == 0 { sum.since = time }
        sum.fixes &+= 1
        return sum
    }

    /// Returns the evidence combined with all of `other`.
    func adding(_ other: PolicyEvidence) -> PolicyEvidence {
        if other.fixes == 0 { return self }
        if fixes == 0 { return other }
        var sum = self
        sum.fixes &+= other.fixes
        sum.since = min(since, other.since)
        return sum
    }

    /// Returns the time from the first fix to `time`, in milliseconds; at most the largest number.
    func span(until time: Int64) -> Int64 {
        guard fixes > 0 else { return 0 }
        let (span, isBeyond) = time.subtractingReportingOverflow(since)
        return isBeyond ? .max : span
    }
}
