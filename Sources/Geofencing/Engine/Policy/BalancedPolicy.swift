/// The thresholds of the policy `balanced`: one good fix inside is an arrival; a departure must be clear and last.
///
/// The reasons for the default values are in `docs/concepts.md`. Readers and engines refuse values outside the ranges
/// given here.
public struct BalancedPolicy: Sendable, Hashable, BitwiseCopyable {
    /// The accuracy up to which a single fix inside is an arrival, unless the geofence's size is larger, which then
    /// counts instead; coarser fixes need a second one in a row. In 0 ... 1e6 m, 50 m by default.
    public var arrivalAccuracy: Distance

    /// How far outside, beyond what its accuracy explains, a fix must be to count toward a departure; `nil` for a tenth
    /// of the geofence's size, between 5 m and 20 m. In 0 ... 1e6 m.
    public var exitBuffer: Distance?

    /// The multiple of its accuracy by which a fix may be off; at 1.5, the default, nine of ten fixes are within it. In
    /// 0 ... 100.
    public var accuracyFactor: Double

    /// The most that accuracy adds to the buffer: a fix beyond both counts, however coarse it is. In 0 ... 1e6 m, 100 m
    /// by default.
    public var accuracyLimit: Distance

    /// The number of fixes clearly outside, with none inside between them, that confirm a departure if they span
    /// `exitSpan`. In 1 ... 1000, 5 by default.
    public var exitFixes: Int

    /// The shortest time that `exitFixes` must span, in whole milliseconds. In 0 ... 1e6 s, 30 s by default.
    public var exitSpan: Duration {
        get { .milliseconds(exitSpanMilliseconds) }
        set { exitSpanMilliseconds = newValue.milliseconds }
    }

    /// The shortest time between two fixes clearly outside, with none inside between them, that also confirms a
    /// departure, in whole milliseconds. In 0 ... 1e6 s, 180 s by default.
    public var exitAfter: Duration {
        get { .milliseconds(exitAfterMilliseconds) }
        set { exitAfterMilliseconds = newValue.milliseconds }
    }

    // Comparing a Duration in attoseconds would take longer than a decision.
    private var exitSpanMilliseconds: Int64
    private var exitAfterMilliseconds: Int64

    /// A single fix this far beyond the buffer and its accuracy, to which `accuracyLimit` does not apply here, ends a
    /// visit at once. In 0 ... 1e6 m, 250 m by default.
    public var farDistance: Distance

    /// The value used for an unknown accuracy. In 0.001 ... 1e6 m, 20 m by default.
    public var unknownAccuracy: Distance

    /// Creates the policy with default values for the omitted thresholds; see the properties for their meaning.
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

    /// Returns how far outside a fix of this accuracy still decides nothing, for a geofence of this size; all in
    /// meters.
    @inline(__always)
    func band(accuracy: Double, scale: Double) -> Double {
        min(accuracyFactor * accuracy, accuracyLimit.meters) + buffer(scale: scale)
    }

    /// Returns how far beyond its accuracy a fix must be to count toward a departure from a geofence of this size; all
    /// in meters.
    @inline(__always)
    package func buffer(scale: Double) -> Double { exitBuffer?.meters ?? min(20, max(5, 0.1 * scale)) }

    /// Returns how far outside a fix of this accuracy ends a visit at once, in meters. It is never less than the band,
    /// up to which distances are measured.
    @inline(__always)
    private func far(accuracy: Double, scale: Double) -> Double {
        accuracyFactor * accuracy + buffer(scale: scale) + farDistance.meters
    }

    /// Returns slightly more than the distance that ends a visit at once, if the fix may be that far away; as accuracy
    /// is not limited there, that is more than the band. Otherwise returns a few steps beyond the band, so that the
    /// next fixes, if equally far apart, need not be measured.
    func reach(_ measure: PolicyMeasure, _ bounds: Clearance.Bounds) -> Double {
        let accuracy = measure.accuracy(orElse: unknownAccuracy)
        let far = far(accuracy: accuracy, scale: measure.scale)
        if bounds.most > far { return far + 1 }
        return min(far, band(accuracy: accuracy, scale: measure.scale) + 4 * bounds.travel) + 1
    }

    func decide(isInside: Bool, _ evidence: PolicyEvidence, _ measure: PolicyMeasure) -> PolicyDecision {
        isInside ? departure(evidence, measure) : arrival(evidence, measure)
    }

    private func arrival(_ evidence: PolicyEvidence, _ measure: PolicyMeasure) -> PolicyDecision {
        let gathered = evidence.adding(measure.time)
        // Fixes keep their accuracy in single precision, in which 70.3 m is a little more than 70.3 m.
        if Float(measure.accuracy(orElse: unknownAccuracy)) <= Float(max(measure.scale, arrivalAccuracy.meters)) {
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

    /// Returns the rule by which the fixes that are clearly outside suffice together; `nil` if they do not.
    @inline(__always)
    private func confirmation(_ gathered: PolicyEvidence, at time: Int64) -> PolicyRule? {
        let span = gathered.span(until: time)
        if gathered.fixes >= exitFixes, span >= exitSpanMilliseconds { return .departedByFixes }
        if gathered.fixes >= 2, span >= exitAfterMilliseconds { return .departedByTime }
        return nil
    }

    /// Returns what is certain about a departure: the same as `TransitionPolicy.outlookByDecisions`, with less work.
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
