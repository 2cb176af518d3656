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
