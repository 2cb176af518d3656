/// What a policy file has: a policy, and what of the rules of events is compared along with it.
public struct PolicySettings: Sendable, Hashable {
    /// The policy with its thresholds.
    public var policy: TransitionPolicy

    /// How long a visit must last for a DWELL; `nil` for what the reader of the file says otherwise.
    public var dwell: Duration?

    /// After how long without a fix visits are closed; `nil` for what the reader of the file says otherwise.
    public var staleAfter: Duration?

    /// Creates settings.
    public init(_ policy: TransitionPolicy = .balanced(), dwell: Duration? = nil, staleAfter: Duration? = nil) {
        self.policy = policy
        self.dwell = dwell
        self.staleAfter = staleAfter
    }
}
