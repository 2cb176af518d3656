extension FenceMeasure {
    /// Measures a fix exactly and applies the policy; the verdict is the same as with bounds on the distance.
    mutating func evidence(
        of fix: CompactFix,
        in fence: UInt32,
        _ policy: TransitionPolicy,
        isInside: Bool,
        isCovered: Bool,
        _ before: PolicyEvidence
    ) -> Evidence {
        let measure = PolicyMeasure(
            time: fix.time,
            accuracy: Double(fix.horizontalAccuracy),
            distance: distance(from: fix.coordinate, to: fence, isCovered: isCovered),
            isCovered: isCovered,
            scale: scale(fence)
        )
        let decision = policy.decide(isInside: isInside, before, measure)
        let undecided = policy.undecided(isInside: isInside, accuracy: measure.accuracy, scale: measure.scale)
        return Evidence(decision, measure, undecided: undecided)
    }
}
