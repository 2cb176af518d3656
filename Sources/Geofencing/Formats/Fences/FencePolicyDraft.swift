/// The policy settings of a geofence or a policy file while they are being read.
struct FencePolicyDraft {
    /// A value and its offset.
    typealias Found<Value> = (value: Value, offset: Int)

    var name: Found<String>?
    var thresholds: [TransitionPolicy.Threshold: Found<Double>] = [:]

    /// Returns the policy; without a name, a threshold selects the policy that it belongs to if there is only one.
    func policy() throws(FenceProblem) -> TransitionPolicy? {
        var name = self.name
        if let (name, offset) = name, TransitionPolicy(name: name) == nil {
            throw problem(
                "the policy \"\(name.shortened)\" is not known",
                at: offset,
                "Use one of \(TransitionPolicy.names.joined(separator: ", "))."
            )
        }
        for threshold in TransitionPolicy.Threshold.allCases {
            guard let (value, offset) = thresholds[threshold] else { continue }
            if let (message, recovery) = threshold.refusal(of: value) { throw problem(message, at: offset, recovery) }
            guard let owners = threshold.policies else { continue }
            if name == nil, owners.count == 1 { name = (owners[0], offset) }
            guard let name = name?.value, owners.contains(name) else {
                throw problem(
                    "\(threshold.rawValue) \(name.map { "is not a threshold of the policy \($0.value)" } ?? "applies to several policies, and none is named")",
                    at: offset,
                    "Remove it, or set the policy to \(owners.joined(separator: " or "))."
                )
            }
        }
        guard let name, var policy = TransitionPolicy(name: name.value) else { return nil }
        for (threshold, found) in thresholds { policy[threshold] = found.value }
        return policy
    }

    var dwell: Duration? { thresholds[.dwell].map { Duration(wholeMillisecondsIn: $0.value) } }

    private func problem(_ message: String, at offset: Int, _ recovery: String) -> FenceProblem {
        FenceProblem(.invalidRecord, message, at: offset, recovery: recovery)
    }
}

extension Geofence {
    /// The non-default policy and dwell settings, as keys and values of GeoJSON.
    var policyProperties: [(key: TransitionPolicy.Threshold, value: Double)] {
        (policy?.adjustments ?? []) + (dwell.map { [(.dwell, $0.writtenSeconds)] } ?? [])
    }
}
