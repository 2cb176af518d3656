/// The thresholds of the policy `balanced`: one good fix inside is an arrival; a departure must be clear and last.
///
/// The reasons for the default values are in `docs/concepts.md`. Readers and engines refuse a value that is not in the
/// range that is given here.
public struct BalancedPolicy: Sendable, Hashable, BitwiseCopyable {
    /// A single fix inside is an arrival if its accuracy is at most this or the geofence's size, whichever is larger;
    /// coarser ones need a second in a row. In 0 ... 1e6 m, 50 m by default.
    public var arrivalAccuracy: Distance

    /// How far outside, beyond what accuracy explains, a fix must be to count for a departure; `nil` for a tenth of the
    /// geofence's size, between 5 m and 20 m. In 0 ... 1e6 m.
    public var exitBuffer: Distance?

    /// How many times its accuracy a fix may be off; at 1.5, the default, nine of ten fixes are within. In 0 ... 100.
    public var accuracyFactor: Double

    /// The most that accuracy adds to the buffer: however coarse, fixes beyond both count. In 0 ... 1e6 m, 100 m by default.
    public var accuracyLimit: Distance

    /// How many fixes in a row that are clearly outside confirm a departure, if they span `exitSpan`. In 1 ... 1000, 5 by default.
    public var exitFixes: Int

    /// The shortest time that `exitFixes` must span, in whole milliseconds. In 0 ... 1e6 s, 30 s by default.
    public var exitSpan: Duration {
        get { .milliseconds(exitSpanMilliseconds) }
        set { exitSpanMilliseconds = newValue.milliseconds }
    }

    /// Two fixes that are clearly outside confirm a departure too if they are this far apart, in whole milliseconds. In 0 ... 1e6 s,
    /// 180 s by default.
    public var exitAfter: Duration {
        get { .milliseconds(exitAfterMilliseconds) }
        set { exitAfterMilliseconds = newValue.milliseconds }
    }

    // A Duration is compared in attoseconds, which takes longer than a decision.
    private var exitSpanMilliseconds: Int64
    private var exitAfterMilliseconds: Int64

    /// A single fix this far beyond the buffer and its accuracy, without a limit on that, ends a visit at once. In 0 ... 1e6 m,
    /// 250 m by default.
    public var farDistance: Distance

    /// What stands for an unknown accuracy. In 0.001 ... 1e6 m, 20 m by default.
    public var unknownAccuracy: Distance

    /// Creates the policy, with the default for each threshold that is left out; what they mean is said at the properties.
    public init(
        arrivalAccuracy: Distance = .meters(50),
        exitBuffer: Distance? = nil,
        accuracyFactor: Double = 1.5,
        accuracyLimit: Distance = .meters(100),
        exitFixes: Int = 5,
        exitSpan: Duration = .seconds(30),
        exitAfter: Duration = .seconds(180),
        farDistance: Distance = .meters(250),
        unknownAccuracy: Distance = .meters(20)
    ) {
        self.arrivalAccuracy = arrivalAccuracy
        self.exitBuffer = exitBuffer
        self.accuracyFactor = accuracyFactor
        self.accuracyLimit = accuracyLimit
        self.exitFixes = exitFixes
        exitSpanMilliseconds = exitSpan.milliseconds
        exitAfterMilliseconds = exitAfter.milliseconds
        self.farDistance = farDistance
        self.unknownAccuracy = unknownAccuracy
    }

    /// How far outside a fix of this accuracy decides nothing, for a geofence of this size; all in meters.
    @inline(__always)
    func band(accuracy: Double, scale: Double) -> Double {
        min(accuracyFactor * accuracy, accuracyLimit.meters) + buffer(scale: scale)
    }

    /// How far beyond accuracy a fix must be to count for a departure from a geofence of this size; all in meters.
    @inline(__always)
    package func buffer(scale: Double) -> Double { exitBuffer?.meters ?? min(20, max(5, 0.1 * scale)) }

    /// How far outside a fix of this accuracy ends a visit at once; in meters. Never nearer than the band, which distances are
    /// measured up to.
    @inline(__always)
    private func far(accuracy: Double, scale: Double) -> Double {
        accuracyFactor * accuracy + buffer(scale: scale) + farDistance.meters
    }

    /// A little beyond what ends a visit at once, if the fix may be as far away as that: without a limit on accuracy that is more
    /// than the band. Otherwise some steps beyond the band, so that the next fixes, as far from each other, need not be measured.
    func reach(_ measure: PolicyMeasure, _ bounds: Clearance.Bounds) -> Double {
        let accuracy = measure.accuracy(orElse: unknownAccuracy)
        let far = far(accuracy: accuracy, scale: measure.scale)
        if bounds.most > far { return far + 1 }
        return min(far, band(accuracy: accuracy, scale: measure.scale) + 4 * bounds.way) + 1
    }

    func decide(isInside: Bool, _ evidence: PolicyEvidence, _ measure: PolicyMeasure) -> PolicyDecision {
        isInside ? departure(evidence, measure) : arrival(evidence, measure)
    }

    private func arrival(_ evidence: PolicyEvidence, _ measure: PolicyMeasure) -> PolicyDecision {
        let gathered = evidence.adding(measure.time)
        if measure.accuracy(orElse: unknownAccuracy) <= max(measure.scale, arrivalAccuracy.meters) {
            return .change(.arrived, gathered)
        }
        return gathered.fixes >= 2 ? .change(.arrivalConfirmed, gathered) : .hold(.coarseArrival, gathered)
    }

    private func departure(_ evidence: PolicyEvidence, _ measure: PolicyMeasure) -> PolicyDecision {
        let accuracy = measure.accuracy(orElse: unknownAccuracy)
        guard measure.distance > band(accuracy: accuracy, scale: measure.scale) else {
            return .hold(.withinBand, evidence)
        }
        let gathered = evidence.adding(measure.time)
        if measure.distance > far(accuracy: accuracy, scale: measure.scale) { return .change(.departedFar, gathered) }
        if let rule = confirmation(gathered, at: measure.time) { return .change(rule, gathered) }
        return .hold(.departing, gathered)
    }

    /// The rule by which fixes that are clearly outside are enough together; `nil` if they are not.
    @inline(__always)
    private func confirmation(_ gathered: PolicyEvidence, at time: Int64) -> PolicyRule? {
        let span = gathered.span(until: time)
        if gathered.fixes >= exitFixes, span >= exitSpanMilliseconds { return .departedByFixes }
        if gathered.fixes >= 2, span >= exitAfterMilliseconds { return .departedByTime }
        return nil
    }

    /// What is certain of a departure: what `TransitionPolicy.outlookByDecisions` says, for less work.
    @inline(__always)
    func outlook(
        _ evidence: PolicyEvidence,
        _ waiting: PolicyEvidence,
        _ measure: PolicyMeasure,
        upTo most: Double
    ) -> PolicyOutlook {
        let accuracy = measure.accuracy(orElse: unknownAccuracy)
        let band = band(accuracy: accuracy, scale: measure.scale)
        guard most > band else { return .hold(evidence) }
        let far = far(accuracy: accuracy, scale: measure.scale)
        let isBeyond = measure.distance > band
        let gathered = evidence.adding(measure.time)
        if isBeyond, measure.distance > far || confirmation(gathered, at: measure.time) != nil { return .change }
        let all = evidence.adding(waiting).adding(measure.time)
        if most > far || confirmation(all, at: measure.time) != nil { return .open }
        return isBeyond ? .hold(gathered) : .waits
    }
}
