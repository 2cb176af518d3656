/// What a geofence says of its events while it is read.
struct FencePolicyDraft {
    /// A threshold, by its key in GeoJSON, which is also its column in CSV.
    enum Threshold: String, Sendable, CaseIterable {
        case exitBuffer = "exit_buffer_m"
        case exitFixes = "exit_fixes"
        case exitAfter = "exit_after_s"
        case enterProbability = "enter_probability"
        case exitProbability = "exit_probability"
        case dwell = "dwell_s"

        /// The policy that it belongs to; `nil` for all.
        var policy: String? {
            switch self {
            case .exitBuffer, .exitFixes, .exitAfter: "balanced"
            case .enterProbability, .exitProbability: "probability"
            case .dwell: nil
            }
        }

        var range: ClosedRange<Double> {
            switch self {
            case .exitBuffer: 0...1e6
            case .exitFixes: 1...1000
            case .exitAfter: 0...1e6
            case .enterProbability: 0.5...1
            case .exitProbability: 0...0.5
            case .dwell: 0.001...1e9
            }
        }
    }

    var name: String?
    var thresholds: [Threshold: Double] = [:]

    /// The policy; thresholds alone name the one that they belong to.
    func policy(at offset: Int) throws(FenceProblem) -> TransitionPolicy? {
        var name = self.name
        for threshold in Threshold.allCases {
            guard let value = thresholds[threshold] else { continue }
            guard threshold.range.contains(value) else {
                throw problem(
                    "\(threshold.rawValue) is \(value), which is not in \(threshold.range)",
                    at: offset,
                    "Give a value in that range."
                )
            }
            guard let owner = threshold.policy else { continue }
            guard (name ?? owner) == owner else {
                throw problem(
                    "\(threshold.rawValue) is not a threshold of the policy \(name ?? "")",
                    at: offset,
                    "Leave it out, or give the policy \(owner)."
                )
            }
            name = owner
        }
        guard let name else { return nil }
        switch TransitionPolicy(name: name) {
        case .balanced(var policy):
            if let buffer = thresholds[.exitBuffer] { policy.exitBuffer = .meters(buffer) }
            if let fixes = thresholds[.exitFixes] { policy.exitFixes = Int(fixes) }
            if let after = thresholds[.exitAfter] { policy.exitAfter = .milliseconds(Int64(after * 1000)) }
            return .balanced(policy)
        case .probability(var policy):
            if let enter = thresholds[.enterProbability] { policy.enter = enter }
            if let exit = thresholds[.exitProbability] { policy.exit = exit }
            return .probability(policy)
        case .raw: return .raw
        case nil:
            throw problem(
                "the policy \"\(name)\" is not known",
                at: offset,
                "Use one of \(TransitionPolicy.names.joined(separator: ", "))."
            )
        }
    }

    var dwell: Duration? {
        thresholds[.dwell].map { .milliseconds(Int64(($0 * 1000).rounded())) }
    }

    private func problem(_ message: String, at offset: Int, _ recovery: String) -> FenceProblem {
        FenceProblem(.invalidRecord, message, at: offset, recovery: recovery)
    }
}

extension Geofence {
    /// What of the policy and dwell is not standard, as keys and values of GeoJSON.
    var policyProperties: [(key: FencePolicyDraft.Threshold, value: Double)] {
        var result: [(key: FencePolicyDraft.Threshold, value: Double)] = []
        switch policy {
        case .balanced(let own):
            let standard = BalancedPolicy()
            if let buffer = own.exitBuffer { result.append((.exitBuffer, buffer.meters)) }
            if own.exitFixes != standard.exitFixes { result.append((.exitFixes, Double(own.exitFixes))) }
            if own.exitAfter != standard.exitAfter {
                result.append((.exitAfter, Double(own.exitAfter.milliseconds) / 1000))
            }
        case .probability(let own):
            let standard = ProbabilityPolicy()
            if own.enter != standard.enter { result.append((.enterProbability, own.enter)) }
            if own.exit != standard.exit { result.append((.exitProbability, own.exit)) }
        case .raw, nil: break
        }
        if let dwell { result.append((.dwell, Double(dwell.milliseconds) / 1000)) }
        return result
    }
}
