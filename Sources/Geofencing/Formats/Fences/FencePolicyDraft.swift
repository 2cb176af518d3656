/// What a geofence or a policy file says of events while it is read.
struct FencePolicyDraft {
    var name: String?
    var thresholds: [Threshold: Double] = [:]

    /// The policy; thresholds alone name the one that they belong to.
    func policy(at offset: Int) throws(FenceProblem) -> TransitionPolicy? {
        var name = self.name
        for threshold in Threshold.allCases {
            guard let value = thresholds[threshold] else { continue }
            if let (message, recovery) = threshold.refusal(of: value) { throw problem(message, at: offset, recovery) }
            guard let owners = threshold.policies else { continue }
            if name == nil, owners.count == 1 { name = owners[0] }
            guard let name, owners.contains(name) else {
                throw problem(
                    "\(threshold.rawValue) is not a threshold of \(name.map { "the policy \($0)" } ?? "one policy alone")",
                    at: offset,
                    "Leave it out, or give the policy \(owners.joined(separator: " or "))."
                )
            }
        }
        guard let name else { return nil }
        guard var policy = TransitionPolicy(name: name) else {
            throw problem(
                "the policy \"\(name)\" is not known",
                at: offset,
                "Use one of \(TransitionPolicy.names.joined(separator: ", "))."
            )
        }
        for (threshold, value) in thresholds { policy[threshold] = value }
        return policy
    }

    var dwell: Duration? { thresholds[.dwell].map(Duration.init(wholeMillisecondsIn:)) }

    private func problem(_ message: String, at offset: Int, _ recovery: String) -> FenceProblem {
        FenceProblem(.invalidRecord, message, at: offset, recovery: recovery)
    }
}

extension Geofence {
    /// What of the policy and dwell is not standard, as keys and values of GeoJSON.
    var policyProperties: [(key: FencePolicyDraft.Threshold, value: Double)] {
        (policy?.adjustments ?? []) + (dwell.map { [(.dwell, $0.writtenSeconds)] } ?? [])
    }
}
