extension TransitionPolicy {
    /// Returns the signed distances in meters at which a fix on the other side of the boundary decides nothing; `nil`
    /// if there are none.
    func undecided(isInside: Bool, accuracy: Double, scale: Double) -> ClosedRange<Double>? {
        switch self {
        case .raw: return nil
        case .balanced(let policy):
            guard isInside else { return nil }
            let known = accuracy > 0 ? accuracy : policy.unknownAccuracy.meters
            return 0...max(0, policy.band(accuracy: known, scale: scale))
        case .probability(let policy):
            let known = accuracy > 0 ? accuracy : policy.unknownAccuracy.meters
            let end = ProbabilityPolicy.offset(ofShare: isInside ? policy.exit : policy.enter) * known
            return min(0, end)...max(0, end)
        }
    }
}
