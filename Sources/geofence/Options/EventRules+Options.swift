internal import Geofencing

extension EventRules {
    /// Creates the rules of the verbs that make events.
    ///
    /// - Parameter settings: The contents of the policy's file, or the named policy alone.
    init(_ settings: PolicySettings, order: FixOrder, limits: LimitOptions, passing: PassThroughOptions) {
        self.init(
            policy: settings.policy,
            order: order,
            dwell: settings.dwell,
            staleAfter: settings.staleAfter,
            limits: limits.limits(for: settings.policy),
            passThrough: passing.rule,
            maximumSegmentGap: passing.maxSegmentGap?.duration ?? EventRules().maximumSegmentGap
        )
    }
}
