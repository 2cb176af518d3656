/// Fixes whose lookups were started together, one of the two groups that a lookup has room for; at first none, before the first group.
struct StartedFixes: BitwiseCopyable {
    /// The number of the lookup of the first.
    var first = LookupGroup.size
    var count = 0
    /// One bit per fix: set if the fix is used as the next one of its device without a closer look.
    var followers: UInt64 = 0

    /// One bit per fix: set if the fix needs a closer look.
    @inline(__always) var others: UInt64 { count > 0 ? ~followers & LookupGroup.bits(count) : 0 }
}
