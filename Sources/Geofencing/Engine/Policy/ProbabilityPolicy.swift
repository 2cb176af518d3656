#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The thresholds of the policy `probability`: how much of the accuracy disc must be inside, and how little.
///
/// Readers and engines refuse a value that is not in the range that is given here.
public struct ProbabilityPolicy: Sendable, Hashable, BitwiseCopyable {
    /// A share of at least this is an arrival; in 0.5 ... 1, 0.8 by default.
    public var enter: Double

    /// A share of at most this is a departure; in 0 ... 0.5, 0.2 by default.
    public var exit: Double

    /// What stands for an unknown accuracy; in 0.001 ... 1e6 m, 20 m by default.
    public var unknownAccuracy: Distance

    /// Creates the policy, with the default for each threshold that is left out; what they mean is said at the properties.
    public init(enter: Double = 0.8, exit: Double = 0.2, unknownAccuracy: Distance = .meters(20)) {
        self.enter = enter
        self.exit = exit
        self.unknownAccuracy = unknownAccuracy
    }

    /// The share of a disc of this accuracy that lies inside a boundary this far from its center, negative inside; both
    /// in meters. The boundary is taken as straight, so that a geofence smaller than the disc can be decided too.
    package static func share(distance: Double, accuracy: Double) -> Double {
        let offset = min(1, max(-1, distance / accuracy))
        return (acos(offset) - offset * (1 - offset * offset).squareRoot()) / .pi
    }

    /// A little more than the accuracy, where the disc is on one side, and some steps.
    func reach(_ measure: PolicyMeasure, _ bounds: Clearance.Bounds) -> Double {
        measure.accuracy(orElse: unknownAccuracy) + 1 + 4 * bounds.way
    }

    func decide(isInside: Bool, _ measure: PolicyMeasure) -> PolicyDecision {
        let share = Self.share(distance: measure.distance, accuracy: measure.accuracy(orElse: unknownAccuracy))
        var decision = PolicyDecision.hold(.undecided)
        if !isInside, share >= enter { decision = .change(.likelyInside) }
        if isInside, share <= exit { decision = .change(.likelyOutside) }
        decision.share = share
        return decision
    }

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
