/// What a policy saw of one fix and one geofence, and what it made of it.
public struct Evidence: Sendable, Hashable {
    /// The rule that acted.
    public var rule: PolicyRule

    /// From the fix to the boundary, negative inside; right to a decimeter.
    public var distance: Distance

    /// The fix's horizontal accuracy; `nil` when unknown.
    public var accuracy: Distance?

    /// Where a fix of this accuracy on the other side of the boundary decides nothing, as signed distances; `nil` where the
    /// distance alone never keeps the policy from deciding.
    public var undecided: ClosedRange<Distance>?

    /// The share of the accuracy disc that is inside, where the policy goes by it.
    public var share: Double?

    /// How many fixes in a row speak for a change, this one included.
    public var fixes = 0

    /// The time of the first of them; `nil` when there are none.
    public var since: Timestamp?
}

extension Evidence {
    init(_ decision: PolicyDecision, _ measure: PolicyMeasure, undecided: ClosedRange<Double>?) {
        rule = decision.rule
        distance = .meters(measure.distance)
        accuracy = measure.accuracy > 0 ? .meters(Float(measure.accuracy).decimal) : nil
        self.undecided = undecided.map { Distance.meters($0.lowerBound)...Distance.meters($0.upperBound) }
        share = decision.share
        fixes = Int(decision.evidence.fixes)
        since = fixes == 0 ? nil : Timestamp(unixMilliseconds: decision.evidence.since)
    }
}

extension FenceMeasure {
    /// Measures a fix exactly and asks the policy; the verdict is that of bounds on the distance too.
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

extension TransitionPolicy {
    /// The signed distances in meters at which a fix beyond the boundary decides nothing; `nil` where there are none.
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

extension ProbabilityPolicy {
    /// The distance to the boundary at which this share of a disc is inside, as a multiple of its radius, negative inside.
    static func offset(ofShare share: Double) -> Double {
        // The share falls from 1 to 0 on the way; each step halves what is left of it.
        var (near, far) = (-1.0, 1.0)
        for _ in 0..<52 {
            let middle = (near + far) / 2
            if self.share(distance: middle, accuracy: 1) > share { near = middle } else { far = middle }
        }
        return (near + far) / 2
    }
}
