/// The decision of a policy on a fix.
struct PolicyDecision: Sendable, Hashable {
    /// Whether the device changes sides now.
    var isChange: Bool
    var rule: PolicyRule
    /// The evidence for a change after this fix.
    var evidence = PolicyEvidence()
    /// The share of the accuracy disc that is inside, if the policy uses it.
    var share: Double?

    static func hold(_ rule: PolicyRule, _ evidence: PolicyEvidence = PolicyEvidence()) -> PolicyDecision {
        PolicyDecision(isChange: false, rule: rule, evidence: evidence)
    }

    static func change(_ rule: PolicyRule, _ evidence: PolicyEvidence = PolicyEvidence()) -> PolicyDecision {
        PolicyDecision(isChange: true, rule: rule, evidence: evidence)
    }
}
