/// The contents of a policy file: a policy, and the event rules that are compared along with it.
public struct PolicySettings: Sendable, Hashable {
    /// The policy with its thresholds.
    public var policy: TransitionPolicy

    /// How long a visit must last for a DWELL; `nil` to leave that to the reader of the file.
    public var dwell: Duration?

    /// How long a device may go without a fix before its visits are closed; `nil` to leave that to the reader of the
    /// file.
    public var staleAfter: Duration?

    /// Creates settings.
    public init(_ policy: TransitionPolicy = .balanced(), dwell: Duration? = nil, staleAfter: Duration? = nil) {
        self.policy = policy
        self.dwell = dwell
        self.staleAfter = staleAfter
    }
}
