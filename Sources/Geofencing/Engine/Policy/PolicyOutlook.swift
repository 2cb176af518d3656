/// The conclusion about a fix that bounds on its distance, and on the evidence before it, allow.
enum PolicyOutlook: BitwiseCopyable, Equatable {
    /// The device changes sides, whatever the distance is.
    case change
    /// The device does not change sides, and this is the evidence after the fix.
    case hold(PolicyEvidence)
    /// The device does not change sides, but whether the fix counts toward a change depends on the distance.
    case waits
    /// The distance and the evidence must be known to decide.
    case open
}
