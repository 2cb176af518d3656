/// The part of the rules that each fix needs when more than geometry decides: created once, because a Duration counts
/// attoseconds, and kept together, so that it can be read while the rest of a shard changes.
struct TrackLimits {
    let policy: TransitionPolicy
    let fixLimits: FixLimits
    /// In milliseconds.
    let staleAfter: UInt64
    let passThrough: PassThrough?
    let followLimits: FollowLimits

    init(_ rules: EventRules) {
        policy = rules.policy
        fixLimits = rules.limits
        staleAfter = rules.longestSilence
        passThrough = rules.passThrough
        // If the path between two fixes may have to be checked, no fix may be skipped.
        followLimits = FollowLimits(fixLimits, staleAfter: passThrough == nil ? staleAfter : 0)
    }
}

extension EventRules {
    /// The longest time without a fix, in milliseconds, after which the state of a device is still valid.
    var longestSilence: UInt64 { staleAfter.map { UInt64(max(0, $0.milliseconds)) } ?? .max }
}
