/// How an engine makes events of fixes.
public struct EventRules: Sendable, Hashable {
    /// The policy of geofences that have none of their own.
    public var policy: TransitionPolicy

    /// In which order a device's fixes count.
    public var order: FixOrder

    /// How long a visit must last for a DWELL, of geofences that say nothing themselves; `nil` for no DWELL. In 0.001 ... 1e9 s.
    public var dwell: Duration?

    /// After a longer time without a fix visits are closed, by the next fix: until it comes presence stays what it was. `nil` for
    /// never. In 0.001 ... 1e9 s.
    public var staleAfter: Duration?

    /// Which fixes are not believed. `init` chooses by the policy; a policy that is set later does not change them.
    public var limits: FixLimits

    /// Which consecutive fixes are joined, so that what a device passes through between them is inferred; `nil` for none.
    public var passThrough: PassThrough?

    /// The longest time between two fixes in which a device is assumed to go straight from the one to the other: only then a
    /// crossing has the time at which that path passes the boundary, and `passThrough` infers what lies on it. A crossing in a
    /// longer gap has the time of the first fix on the new side. In 0.001 ... 1e12 s.
    public var maximumSegmentGap: Duration

    /// Whether transitions of geofences that mute them are recorded all the same, marked as muted.
    package var recordsMuted = false

    /// Whether what the policies saw is kept for each ENTER and EXIT.
    package var recordsEvidence = false

    /// Creates rules. An engine refuses a value that is not in its range.
    ///
    /// - Parameters:
    ///   - policy: The policy of geofences that have none of their own.
    ///   - order: In which order a device's fixes count.
    ///   - dwell: How long a visit must last for a DWELL; `nil` for no DWELL.
    ///   - staleAfter: After how long without a fix visits are closed; `nil` for never.
    ///   - limits: `nil` for none under `raw` and `FixLimits.standard` under the other policies.
    ///   - passThrough: Which consecutive fixes are joined; `nil` for none.
    ///   - maximumSegmentGap: The longest time in which a device is assumed to go straight; 10 minutes by default.
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

    /// Whether geometry alone decides, so that nothing has to be kept but where a device is.
    package var isGeometric: Bool {
        policy.isRaw && dwell == nil && staleAfter == nil && !recordsMuted && !recordsEvidence && limits == FixLimits()
    }
}
