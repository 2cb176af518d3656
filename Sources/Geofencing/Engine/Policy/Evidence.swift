/// What a policy saw of one fix and one geofence, and what it concluded.
public struct Evidence: Sendable, Hashable {
    /// The rule that applied.
    public var rule: PolicyRule

    /// The distance from the fix to the boundary, negative inside; accurate to a decimeter.
    public var distance: Distance

    /// The fix's horizontal accuracy; `nil` when unknown.
    public var accuracy: Distance?

    /// The range of signed distances in which a fix of this accuracy on the other side of the boundary decides nothing;
    /// `nil` if the distance alone never keeps the policy from deciding.
    public var undecided: ClosedRange<Distance>?

    /// The share of the accuracy disc that is inside, if the policy uses it.
    public var share: Double?

    /// The number of fixes that speak for a change, including this one if it does, with none that speaks against it
    /// between them; one that is `withinBand` does neither. 0 under `raw` and `probability`, which count none.
    public var fixes = 0

    /// The time of the first of them; `nil` if there are none.
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
