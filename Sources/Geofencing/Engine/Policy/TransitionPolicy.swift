/// Determines how fixes become transitions. `docs/concepts.md` has the rules and the reasons for them.
public enum TransitionPolicy: Sendable, Hashable, BitwiseCopyable {
    /// Geometry alone decides, fix by fix. A transition has the time of its fix, not that of the crossing before it.
    case raw

    /// Arrival is easy, departure is strict: accuracy, a buffer and confirmation keep noise from making events.
    case balanced(BalancedPolicy = BalancedPolicy())

    /// The share of the accuracy disc that is inside decides.
    case probability(ProbabilityPolicy = ProbabilityPolicy())

    /// The policy's name on the wire.
    public var name: String {
        switch self {
        case .raw: "raw"
        case .balanced: "balanced"
        case .probability: "probability"
        }
    }

    /// The names of all policies.
    public static var names: [String] { standard.map(\.name) }

    /// All policies with their standard thresholds.
    private static let standard = [raw, balanced(), probability()]

    /// Creates the policy with this name and its standard thresholds.
    public init?(name: String) {
        guard let policy = Self.standard.first(where: { $0.name == name }) else { return nil }
        self = policy
    }

    var isRaw: Bool {
        if case .raw = self { return true }
        return false
    }

    /// Returns how far from the boundary, in meters, the distance of a fix matters: from there up to where the fix can
    /// be, the decision is the same everywhere.
    func reach(_ measure: PolicyMeasure, _ bounds: Clearance.Bounds) -> Double {
        switch self {
        case .raw: 0
        case .balanced(let policy): policy.reach(measure, bounds)
        case .probability(let policy): policy.reach(measure, bounds)
        }
    }

    /// Returns what is certain about a fix on the other side whose distance lies between the measured one and `most`,
    /// if anything from none to all of `waiting` may speak for a change in addition to `evidence`.
    ///
    /// A departure is more likely the farther outside the fix is and the more evidence there is, and an arrival the
    /// farther inside it is: so two decisions, for the weakest and for the strongest case, stand for all between.
    @inline(__always)
    func outlook(
        isInside: Bool,
        _ evidence: PolicyEvidence,
        _ waiting: PolicyEvidence,
        _ measure: PolicyMeasure,
        upTo most: Double
    ) -> PolicyOutlook {
        if isInside, case .balanced(let policy) = self {
            return policy.outlook(evidence, waiting, measure, upTo: most)
        }
        return outlookByDecisions(isInside: isInside, evidence, waiting, measure, upTo: most)
    }

    /// Returns the same by two decisions.
    @inline(never)
    func outlookByDecisions(
        isInside: Bool,
        _ evidence: PolicyEvidence,
        _ waiting: PolicyEvidence,
        _ measure: PolicyMeasure,
        upTo most: Double
    ) -> PolicyOutlook {
        var (doubtful, likely) = (measure, measure)
        if isInside { likely.distance = most } else { doubtful.distance = most }
        let least = decide(isInside: isInside, evidence, doubtful)
        if least.isChange { return .change }
        let best = decide(isInside: isInside, evidence.adding(waiting), likely)
        if best.isChange { return .open }
        return best.rule == least.rule ? .hold(least.evidence) : .waits
    }

    /// Returns what a fix means for a device that is inside or outside according to the decisions so far.
    ///
    /// A pure function: the same arguments give the same decision.
    func decide(isInside: Bool, _ evidence: PolicyEvidence, _ measure: PolicyMeasure) -> PolicyDecision {
        guard measure.isCovered != isInside else { return .hold(.agrees) }
        switch self {
        case .raw: return .change(.geometry)
        case .balanced(let policy): return policy.decide(isInside: isInside, evidence, measure)
        case .probability(let policy): return policy.decide(isInside: isInside, measure)
        }
    }

    /// Returns whether a single fix inside is an arrival.
    func acceptsForArrival(_ measure: PolicyMeasure) -> Bool {
        decide(isInside: false, PolicyEvidence(), measure).isChange
    }

    /// Returns whether a fix outside speaks for a departure, alone or together with others.
    func countsForDeparture(_ measure: PolicyMeasure) -> Bool {
        let decision = decide(isInside: true, PolicyEvidence(), measure)
        return decision.isChange || decision.rule == .departing
    }
}

extension TransitionPolicy {
    /// The accuracy assumed where it is unknown; `nil` where accuracy does not count.
    package var unknownAccuracy: Distance? {
        switch self {
        case .raw: nil
        case .balanced(let policy): policy.unknownAccuracy
        case .probability(let policy): policy.unknownAccuracy
        }
    }

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

extension TransitionPolicy: CustomStringConvertible {
    /// The policy on one line for people: its name, and the thresholds that are not the standard ones by their keys in
    /// policy files, such as `balanced (exit_fixes 3.0, exit_span_s 15.0)`.
    public var description: String {
        let changed = adjustments.map { "\($0.key.rawValue) \($0.value)" }
        return changed.isEmpty ? name : "\(name) (\(changed.joined(separator: ", ")))"
    }
}
