/// The rule of a policy that applied. The raw value is the rule's name in reports.
public enum PolicyRule: String, Sendable, Hashable, CaseIterable {
    /// The fix is on the side where the device is known to be; there is nothing to decide.
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

extension PolicyRule: CustomStringConvertible {
    /// The name in reports.
    public var description: String { rawValue }
}
