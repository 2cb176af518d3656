/// What a policy makes of a fix.
package struct PolicyDecision: Sendable, Hashable {
    /// Whether the device changes sides now.
    package var isChange: Bool
    package var rule: PolicyRule
    /// What speaks for a change after this fix.
    package var evidence = PolicyEvidence()
    /// The share of the accuracy disc that is inside, where the policy goes by it.
    package var share: Double?

    static func hold(_ rule: PolicyRule, _ evidence: PolicyEvidence = PolicyEvidence()) -> PolicyDecision {
        PolicyDecision(isChange: false, rule: rule, evidence: evidence)
    }

    static func change(_ rule: PolicyRule, _ evidence: PolicyEvidence = PolicyEvidence()) -> PolicyDecision {
        PolicyDecision(isChange: true, rule: rule, evidence: evidence)
    }
}
