#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The thresholds of the policy `probability`: how much, or how little, of the accuracy disc must be inside.
///
/// Readers and engines refuse values outside the ranges given here.
public struct ProbabilityPolicy: Sendable, Hashable, BitwiseCopyable {
    /// The smallest share that is an arrival; in 0.5 ... 1, 0.8 by default.
    public var enter: Double

    /// The largest share that is a departure; in 0 ... 0.5, 0.2 by default.
    public var exit: Double

    /// The value used for an unknown accuracy; in 0.001 ... 1e6 m, 20 m by default.
    public var unknownAccuracy: Distance

    /// Creates the policy with default values for the omitted thresholds; see the properties for their meaning.
    public init(enter: Double = 0.8, exit: Double = 0.2, unknownAccuracy: Distance = .meters(20)) {
        self.enter = enter
        self.exit = exit
        self.unknownAccuracy = unknownAccuracy
    }

    /// Returns the share of an accuracy disc that is inside, given the signed distance of its center from the boundary,
    /// negative inside, and its radius; both in meters. The boundary is taken as straight, so that a geofence smaller
    /// than the disc can be decided too.
    package static func share(distance: Double, accuracy: Double) -> Double {
        let offset = min(1, max(-1, distance / accuracy))
        return (acos(offset) - offset * (1 - offset * offset).squareRoot()) / .pi
    }

    /// Returns slightly more than the accuracy, beyond which the disc is entirely on one side, plus a few steps.
    func reach(_ measure: PolicyMeasure, _ bounds: Clearance.Bounds) -> Double {
        measure.accuracy(orElse: unknownAccuracy) + 1 + 4 * bounds.travel
    }

    func decide(isInside: Bool, _ measure: PolicyMeasure) -> PolicyDecision {
        let share = Self.share(distance: measure.distance, accuracy: measure.accuracy(orElse: unknownAccuracy))
        var decision = PolicyDecision.hold(.undecided)
        if !isInside, share >= enter { decision = .change(.likelyInside) }
        if isInside, share <= exit { decision = .change(.likelyOutside) }
        decision.share = share
        return decision
    }

    /// Returns the distance to the boundary at which this share of a disc is inside, as a multiple of its radius,
    /// negative inside.
    static func offset(ofShare share: Double) -> Double {
        // The share falls from 1 to 0 over this interval, which each step halves.
        var (near, far) = (-1.0, 1.0)
        for _ in 0..<52 {
            let middle = (near + far) / 2
            if self.share(distance: middle, accuracy: 1) > share { near = middle } else { far = middle }
        }
        return (near + far) / 2
    }
}
