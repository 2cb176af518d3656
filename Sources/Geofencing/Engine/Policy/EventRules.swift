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

    /// Which fixes are not believed.
    public var limits: FixLimits

    /// Up to where what a device passes through between two fixes is inferred; `nil` for not at all.
    public var passThrough: PassThrough?

    /// Up to which time between two fixes a device is taken to go straight from the one to the other: only then a crossing has
    /// the time at which that way passes the boundary, and `passThrough` infers what lies on it. A crossing in a longer gap
    /// has the time of the first fix on the new side. In 0.001 ... 1e12 s.
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
    ///   - passThrough: Up to where ways between fixes are inferred; `nil` for not at all.
    ///   - maximumSegmentGap: 10 minutes by default: what a device did in a longer time is anyone's guess.
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
