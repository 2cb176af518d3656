/// The rules by which an engine makes events from fixes.
public struct EventRules: Sendable, Hashable {
    /// The policy of geofences that have none of their own.
    public var policy: TransitionPolicy

    /// The order in which a device's fixes count.
    public var order: FixOrder

    /// How long a visit must last for a DWELL, for geofences without a dwell of their own; `nil` for no DWELL. In 0.001
    /// ... 1e9 s.
    public var dwell: Duration?

    /// The time without a fix after which visits are closed. The next fix closes them; until it comes, the presence
    /// stays the same. `nil` for never. In 0.001 ... 1e9 s.
    public var staleAfter: Duration?

    /// The limits that determine which fixes are not believed. `init` chooses them by the policy; setting a policy
    /// later does not change them.
    public var limits: FixLimits

    /// Determines which consecutive fixes are joined, so that the geofences passed through between them are inferred;
    /// `nil` for none.
    public var passThrough: PassThrough?

    /// The longest time between two fixes in which a device is assumed to move straight from one to the other: only
    /// then does a crossing get the time at which that path passes the boundary, and `passThrough` infer what lies on
    /// it. A crossing in a longer gap gets the time of the first fix on the new side. In 0.001 ... 1e12 s.
    public var maximumSegmentGap: Duration

    /// Whether transitions of geofences that mute them are recorded anyway, marked as muted.
    package var recordsMuted = false

    /// Whether the evidence that the policies saw is kept for each ENTER and EXIT.
    package var recordsEvidence = false

    /// Creates rules. An engine refuses values that are out of range.
    ///
    /// - Parameters:
    ///   - policy: The policy of geofences that have none of their own.
    ///   - order: The order in which a device's fixes count.
    ///   - dwell: How long a visit must last for a DWELL; `nil` for no DWELL.
    ///   - staleAfter: The time without a fix after which visits are closed; `nil` for never.
    ///   - limits: The limits on fixes; `nil` for none under `raw` and `FixLimits.standard` under the other policies.
    ///   - passThrough: Determines which consecutive fixes are joined; `nil` for none.
    ///   - maximumSegmentGap: The longest time in which a device is assumed to move straight; 10 minutes by default.
    public init(
        policy: TransitionPolicy = .balanced(),
        order: FixOrder = .time,
        dwell: Duration? = nil,
        staleAfter: Duration? = nil,
        limits: FixLimits? = nil,
        passThrough: PassThrough? = nil,
        maximumSegmentGap: Duration = .seconds(600)
    ) {
        self.policy = policy
        self.order = order
        self.dwell = dwell
        self.staleAfter = staleAfter
        self.passThrough = passThrough
        self.maximumSegmentGap = maximumSegmentGap
        self.limits = limits ?? (policy.isRaw ? FixLimits() : .standard)
    }

    /// Whether geometry alone decides, so that only the position of a device has to be kept.
    package var isGeometric: Bool {
        policy.isRaw && dwell == nil && staleAfter == nil && !recordsMuted && !recordsEvidence && limits == FixLimits()
    }
}
