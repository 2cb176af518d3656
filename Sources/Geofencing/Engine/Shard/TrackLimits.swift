/// What of the rules each fix needs where more than geometry decides: made once, because a Duration counts attoseconds, and together, so
/// that it is read while the rest of a shard changes.
struct TrackLimits {
    let policy: TransitionPolicy
    let fixLimits: FixLimits
    /// In milliseconds.
    let staleAfter: UInt64
    let passThrough: PassThrough?
    let ofFollowers: FollowLimits

    init(_ rules: EventRules) {
        policy = rules.policy
        fixLimits = rules.limits
        staleAfter = rules.longestSilence
        passThrough = rules.passThrough
        // Where a way between two fixes may have to be looked at, none is passed over.
        ofFollowers = FollowLimits(fixLimits, staleAfter: passThrough == nil ? staleAfter : 0)
    }
}

extension EventRules {
    /// After how many milliseconds without a fix what was known of a device has not ended yet.
    var longestSilence: UInt64 { staleAfter.map { UInt64(max(0, $0.milliseconds)) } ?? .max }
}
