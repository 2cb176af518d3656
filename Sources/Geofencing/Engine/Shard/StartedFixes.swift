/// Fixes whose lookups were started together, as one of the two groups that a lookup has room for; initially empty,
/// before the first group.
struct StartedFixes: BitwiseCopyable {
    /// The number of the first fix's lookup.
    var first = LookupGroup.size
    var count = 0
    /// One bit per fix: set if the fix is used as the next one of its device without further checks.
    var followers: UInt64 = 0

    /// One bit per fix: set if the fix needs the full checks.
    @inline(__always) var others: UInt64 { count > 0 ? ~followers & LookupGroup.bits(count) : 0 }
}
