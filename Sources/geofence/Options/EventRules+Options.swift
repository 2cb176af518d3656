internal import Geofencing

extension EventRules {
    /// The rules of the verbs that make events.
    ///
    /// - Parameter settings: What the policy's file says, or its name alone.
    init(_ settings: PolicySettings, order: FixOrder = .time, limits: LimitOptions, passing: PassThroughOptions) {
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
