extension TransitionPolicy {
    /// A threshold, by its key in GeoJSON and in policy files, which is also its column in CSV. The cases are named
    /// like the properties of the policies, except those of probabilities.
    enum Threshold: String, Sendable, CaseIterable {
        case arrivalAccuracy = "arrival_accuracy_m"
        case exitBuffer = "exit_buffer_m"
        case accuracyFactor = "accuracy_factor"
        case accuracyLimit = "accuracy_limit_m"
        case exitFixes = "exit_fixes"
        case exitSpan = "exit_span_s"
        case exitAfter = "exit_after_s"
        case farDistance = "far_m"
        case enterProbability = "enter_probability"
        case exitProbability = "exit_probability"
        case unknownAccuracy = "unknown_accuracy_m"
        case dwell = "dwell_s"

        /// Its name in code: the property of its policy.
        var property: String {
            switch self {
            case .enterProbability: "enter"
            case .exitProbability: "exit"
            default: "\(self)"
            }
        }

        /// The policies that it belongs to; `nil` if it can be used with all.
        var policies: [String]? {
            switch self {
            case .enterProbability, .exitProbability: ["probability"]
            case .unknownAccuracy: ["balanced", "probability"]
            case .dwell: nil
            default: ["balanced"]
            }
        }

        var range: ClosedRange<Double> {
            switch self {
            case .accuracyFactor: 0...100
            case .exitFixes: 1...1000
            case .enterProbability: 0.5...1
            case .exitProbability: 0...0.5
            case .unknownAccuracy: 0.001...1e6
            case .dwell: 0.001...1e9
            default: 0...1e6
            }
        }

        /// Returns what is wrong with a value and how to fix it; `nil` if the value is valid.
        ///
        /// - Parameter name: The name of the value, if it is another one with the same range; `nil` for the key.
        func refusal(of value: Double, as name: String? = nil) -> (message: String, recovery: String)? {
            let name = name ?? rawValue
            let unit = unit.flatMap { name.hasSuffix("_\($0)") ? nil : " \($0)" } ?? ""
            if !range.contains(value) {
                let (least, most) = (text(range.lowerBound), text(range.upperBound))
                return (
                    "\(name) is \(text(value))\(unit), which is not in \(least)...\(most)\(unit)",
                    "Give a value in that range."
                )
            }
            if self == .exitFixes, value != value.rounded() {
                return ("\(name) is \(value), which is not a whole number", "Give a whole number.")
            }
            return nil
        }

        /// The unit at the end of its key, which its name in code lacks; `nil` if it has none.
        private var unit: String? { ["m", "s"].first { rawValue.hasSuffix("_\($0)") } }

        /// Returns a value without a fraction if it is whole.
        private func text(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }
    }

    /// The value of a threshold in the unit of its key; `nil` if it does not belong to this policy or has no fixed
    /// value.
    subscript(threshold: Threshold) -> Double? {
        get {
            switch self {
            case .raw: nil
            case .balanced(let policy): policy[threshold]
            case .probability(let policy): policy[threshold]
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .raw: break
            case .balanced(var policy):
                policy[threshold] = newValue
                self = .balanced(policy)
            case .probability(var policy):
                policy[threshold] = newValue
                self = .probability(policy)
            }
        }
    }

    /// All thresholds that have a fixed value, by their keys in files.
    package var thresholds: [String: Double] {
        let values = Threshold.allCases.compactMap { threshold in
            self[threshold].map { (threshold.rawValue, $0) }
        }
        return Dictionary(uniqueKeysWithValues: values)
    }

    /// Creates the policy with this name and the given thresholds, by their keys in files; the others have their
    /// standard values.
    package init?(name: String, thresholds: [String: Double]) {
        guard var policy = TransitionPolicy(name: name) else { return nil }
        for (key, value) in thresholds {
            guard let threshold = Threshold(rawValue: key) else { return nil }
            policy[threshold] = value
        }
        self = policy
    }

    /// The thresholds that differ from the standard values.
    var adjustments: [(key: Threshold, value: Double)] {
        let standard = TransitionPolicy(name: name)
        return Threshold.allCases.compactMap { threshold in
            guard let value = self[threshold], value != standard?[threshold] else { return nil }
            return (threshold, value)
        }
    }
}

extension BalancedPolicy {
    fileprivate subscript(threshold: TransitionPolicy.Threshold) -> Double? {
        get {
            switch threshold {
            case .arrivalAccuracy: arrivalAccuracy.meters
            case .exitBuffer: exitBuffer?.meters
            case .accuracyFactor: accuracyFactor
            case .accuracyLimit: accuracyLimit.meters
            case .exitFixes: Double(exitFixes)
            case .exitSpan: exitSpan.writtenSeconds
            case .exitAfter: exitAfter.writtenSeconds
            case .farDistance: farDistance.meters
            case .unknownAccuracy: unknownAccuracy.meters
            case .enterProbability, .exitProbability, .dwell: nil
            }
        }
        set {
            guard let newValue else { return }
            switch threshold {
            case .arrivalAccuracy: arrivalAccuracy = .meters(newValue)
            case .exitBuffer: exitBuffer = .meters(newValue)
            case .accuracyFactor: accuracyFactor = newValue
            case .accuracyLimit: accuracyLimit = .meters(newValue)
            case .exitFixes: exitFixes = Int(exactly: newValue.rounded()) ?? .max
            case .exitSpan: exitSpan = Duration(wholeMillisecondsIn: newValue)
            case .exitAfter: exitAfter = Duration(wholeMillisecondsIn: newValue)
            case .farDistance: farDistance = .meters(newValue)
            case .unknownAccuracy: unknownAccuracy = .meters(newValue)
            case .enterProbability, .exitProbability, .dwell: break
            }
        }
    }
}

extension ProbabilityPolicy {
    fileprivate subscript(threshold: TransitionPolicy.Threshold) -> Double? {
        get {
            switch threshold {
            case .enterProbability: enter
            case .exitProbability: exit
            case .unknownAccuracy: unknownAccuracy.meters
            default: nil
            }
        }
        set {
            guard let newValue else { return }
            switch threshold {
            case .enterProbability: enter = newValue
            case .exitProbability: exit = newValue
            case .unknownAccuracy: unknownAccuracy = .meters(newValue)
            default: break
            }
        }
    }
}
