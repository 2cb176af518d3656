extension EventRules {
    /// The error for the first value that is out of range; `nil` if all are in range.
    var problem: GeofenceError? {
        if let problem = policy.problem { return problem }
        for (name, duration) in [("dwell", dwell), ("staleAfter", staleAfter)] {
            if let problem = duration?.problem(as: name) { return problem }
        }
        guard maximumSegmentGap >= .milliseconds(1), maximumSegmentGap <= .seconds(1_000_000_000_000) else {
            return GeofenceError(
                .invalidRules,
                "maximumSegmentGap is \(maximumSegmentGap)",
                recovery: "Give a duration from 1 millisecond to 1e12 seconds."
            )
        }
        return limits.problem ?? passThrough?.problem
    }
}

extension Geofence {
    /// The error for the first of its own rules that is out of range; `nil` if all are in range.
    var rulesProblem: GeofenceError? { policy?.problem ?? dwell?.problem(as: "dwell") }
}

extension TransitionPolicy {
    /// The error for the first threshold that is out of range; `nil` if all are in range.
    fileprivate var problem: GeofenceError? {
        for threshold in TransitionPolicy.Threshold.allCases {
            let name = "policy.\(threshold.property)"
            guard let refusal = self[threshold].flatMap({ threshold.refusal(of: $0, as: name) }) else { continue }
            return GeofenceError(.invalidRules, refusal.message, recovery: refusal.recovery)
        }
        return nil
    }
}

extension Duration {
    fileprivate func problem(as name: String) -> GeofenceError? {
        TransitionPolicy.Threshold.dwell.refusal(of: writtenSeconds, as: name).map {
            GeofenceError(.invalidRules, $0.message, recovery: $0.recovery)
        }
    }
}

extension FixLimits {
    fileprivate var problem: GeofenceError? {
        if let speed = maximumMetersPerSecond, !(speed > 0) {
            return GeofenceError(
                .invalidRules,
                "limits.maximumMetersPerSecond is \(speed)",
                recovery: "Give a positive speed, or nil for no limit."
            )
        }
        if let accuracy = maximumAccuracy?.meters, !(accuracy >= 0) {
            return GeofenceError(
                .invalidRules,
                "limits.maximumAccuracy is \(accuracy) m",
                recovery: "Give an accuracy in meters that is not negative, or nil for no limit."
            )
        }
        if let earliest, let latest, earliest > latest {
            return GeofenceError(
                .invalidRules,
                "limits.earliest is \(earliest.iso8601), which is after limits.latest, \(latest.iso8601)",
                recovery: "Give an earliest time that is not after the latest one, or nil for no limit."
            )
        }
        return nil
    }
}

extension PassThrough {
    fileprivate var problem: GeofenceError? {
        maximumMetersPerSecond.problem(ofBound: "passThrough.maximumMetersPerSecond")
    }
}

extension Double {
    /// Returns the error if this is not a valid upper bound on speed; `nil` if it is.
    func problem(ofBound name: String) -> GeofenceError? {
        if self > 0, isFinite { return nil }
        return GeofenceError(.invalidRules, "\(name) is \(self)", recovery: "Give a positive, finite speed.")
    }
}
