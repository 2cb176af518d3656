/// What a policy sees of one fix and one geofence.
package struct PolicyMeasure: BitwiseCopyable, Sendable, Hashable {
    /// Milliseconds since 1970.
    package var time: Int64
    /// The fix's horizontal accuracy in meters; NaN when unknown.
    package var accuracy: Double
    /// From the fix to the boundary in meters, negative inside.
    package var distance: Double
    /// Whether the geofence covers the fix.
    package var isCovered: Bool
    /// The size of the geofence in meters: the radius of a circle, 2 · area / perimeter of a polygon.
    package var scale: Double

    package init(time: Int64, accuracy: Double, distance: Double, isCovered: Bool, scale: Double) {
        self.time = time
        self.accuracy = accuracy
        self.distance = distance
        self.isCovered = isCovered
        self.scale = scale
    }

    /// The accuracy, or what stands for an unknown one.
    func accuracy(orElse unknown: Distance) -> Double { accuracy > 0 ? accuracy : unknown.meters }
}

/// What speaks for a change so far: the fixes in a row that each count for it.
package struct PolicyEvidence: BitwiseCopyable, Sendable, Hashable {
    /// How many there are.
    package var fixes: Int32 = 0
    /// The time of the first one, in milliseconds since 1970.
    package var since: Int64 = 0

    package init() {}

    /// With one more fix.
    func adding(_ time: Int64) -> PolicyEvidence {
        var sum = self
        if fixes == 0 { sum.since = time }
        sum.fixes &+= 1
        return sum
    }

    /// With all of other evidence.
    func adding(_ other: PolicyEvidence) -> PolicyEvidence {
        if other.fixes == 0 { return self }
        if fixes == 0 { return other }
        var sum = self
        sum.fixes &+= other.fixes
        sum.since = min(since, other.since)
        return sum
    }

    /// From its first fix to `time`, in milliseconds.
    func span(until time: Int64) -> Int64 { fixes == 0 ? 0 : time &- since }
}

/// Which rule of a policy acted. The raw value is the rule's name in reports.
public enum PolicyRule: String, Sendable, Hashable, CaseIterable {
    /// The fix is where the device is known to be; nothing to decide.
    case agrees
    /// `raw`: the fix is on the other side.
    case geometry
    /// The fix is inside and accurate enough for this geofence.
    case arrived
    /// The fix is inside, but too coarse to be believed alone.
    case coarseArrival = "coarse_arrival"
    /// A second coarse fix in a row is inside.
    case arrivalConfirmed = "arrival_confirmed"
    /// The fix is outside by no more than its accuracy and the exit buffer.
    case withinBand = "within_band"
    /// The fix is clearly outside; more are needed.
    case departing
    /// Enough fixes in a row are clearly outside.
    case departedByFixes = "departed_by_fixes"
    /// Fixes have been clearly outside for long enough.
    case departedByTime = "departed_by_time"
    /// The fix is so far outside that it needs no confirmation.
    case departedFar = "departed_far"
    /// Enough of the accuracy disc is inside.
    case likelyInside = "likely_inside"
    /// Little enough of the accuracy disc is inside.
    case likelyOutside = "likely_outside"
    /// The share of the accuracy disc is between the thresholds.
    case undecided
}

/// What bounds on a distance, and on the evidence before it, say of a fix.
enum PolicyOutlook: BitwiseCopyable, Equatable {
    /// The device changes sides, whatever the distance is.
    case change
    /// It does not, and this is the evidence after the fix.
    case hold(PolicyEvidence)
    /// It does not, but whether the fix speaks for it depends on the distance.
    case waits
    /// Distance and evidence must be known.
    case open
}

/// What a policy makes of a fix.
package struct PolicyDecision: Sendable, Hashable {
    /// Whether the device changes sides now.
    package var isChange: Bool
    package var rule: PolicyRule
    /// What speaks for a change after this fix.
    package var evidence = PolicyEvidence()
    /// The share of the accuracy disc that is inside, where the policy goes by it.
    package var share: Double?

    static func hold(_ rule: PolicyRule, _ evidence: PolicyEvidence = PolicyEvidence()) -> PolicyDecision {
        PolicyDecision(isChange: false, rule: rule, evidence: evidence)
    }

    static func change(_ rule: PolicyRule, _ evidence: PolicyEvidence = PolicyEvidence()) -> PolicyDecision {
        PolicyDecision(isChange: true, rule: rule, evidence: evidence)
    }
}
