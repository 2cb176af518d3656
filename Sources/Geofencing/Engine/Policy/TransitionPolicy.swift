/// How fixes become transitions. `docs/concepts.md` has the rules with their reasons.
public enum TransitionPolicy: Sendable, Hashable, BitwiseCopyable {
    /// Geometry alone decides, fix by fix.
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
    public static var names: [String] { ["raw", "balanced", "probability"] }

    /// The policy of this name with its standard thresholds.
    public init?(name: String) {
        switch name {
        case "raw": self = .raw
        case "balanced": self = .balanced()
        case "probability": self = .probability()
        default: return nil
        }
    }

    var isRaw: Bool {
        if case .raw = self { return true }
        return false
    }

    /// How far from the boundary in meters a fix may be for its distance to matter: beyond it, up to `most`, is decided the same
    /// everywhere.
    func reach(_ measure: PolicyMeasure, upTo most: Double) -> Double {
        switch self {
        case .raw: 0
        case .balanced(let policy): policy.reach(measure, upTo: most)
        case .probability(let policy): policy.reach(measure)
        }
    }

    /// Whether the decision is the same for all distances from the measured one up to `most`, which is larger.
    func isSettled(isInside: Bool, _ measure: PolicyMeasure, upTo most: Double) -> Bool {
        switch self {
        case .raw: true
        case .balanced(let policy): !isInside || policy.isSettled(measure, upTo: most)
        case .probability(let policy): policy.isSettled(isInside: isInside, measure, upTo: most)
        }
    }

    /// What a fix means for a device that is inside or outside by what was decided so far.
    ///
    /// A pure function: the same arguments, the same decision.
    package func decide(isInside: Bool, _ evidence: PolicyEvidence, _ measure: PolicyMeasure) -> PolicyDecision {
        guard measure.isCovered != isInside else { return .hold(.agrees) }
        switch self {
        case .raw: return .change(.geometry)
        case .balanced(let policy): return policy.decide(isInside: isInside, evidence, measure)
        case .probability(let policy): return policy.decide(isInside: isInside, measure)
        }
    }
    /// Whether a single fix inside is an arrival.
    func takesForArrival(_ measure: PolicyMeasure) -> Bool {
        decide(isInside: false, PolicyEvidence(), measure).isChange
    }

    /// Whether a fix outside speaks for a departure, alone or with others.
    func countsForDeparture(_ measure: PolicyMeasure) -> Bool {
        let decision = decide(isInside: true, PolicyEvidence(), measure)
        return decision.isChange || decision.rule == .departing
    }
}
