/// A transition to be decided for a device and a geofence: the last fix is on one side, and the device is known to be
/// on the other.
struct PendingTransition: BitwiseCopyable, Sendable {
    /// The geofence's handle.
    var fence: UInt32
    /// Whether the device is known to be inside but was measured outside.
    var isExit: Bool
    /// The cause of the transition that this may become.
    var cause: Transition.Cause
    var evidence = PolicyEvidence()
    /// The size of the geofence in meters, once it has been needed.
    var scale: Double?
    /// What is known about the signed distance in meters from a point to the boundary.
    var clearance = Clearance()
    /// Fixes that are not yet part of the evidence.
    var waiting = UnmeasuredFixes()
    /// The last fix on the known side; `nil` if nothing earlier is known.
    var before: Sighting?
    /// The first fix on the other side.
    var first: Sighting
}

extension [PendingTransition] {
    /// Returns the pending transition of a geofence; the transitions are in ascending order of handle.
    ///
    /// - Complexity: O(log *n*).
    func transition(of fence: UInt32) -> PendingTransition? { position(of: fence) { $0.fence }.map { self[$0] } }
}

extension PendingTransition {
    /// Returns what a policy sees of a fix on the other side at this distance.
    @inline(__always)
    func seen(at distance: Double, _ time: Int64, _ accuracy: Float) -> PolicyMeasure {
        PolicyMeasure(
            time: time,
            accuracy: Double(accuracy),
            distance: distance,
            isCovered: !isExit,
            scale: scale ?? 0
        )
    }

    /// Returns whether a fix makes the device change sides, and updates the evidence if not, provided that this is
    /// certain for all distances from that of `seen` up to `most`; otherwise returns `nil` and changes nothing.
    @inline(__always)
    mutating func answer(
        _ policy: TransitionPolicy,
        _ fix: CompactFix,
        _ seen: PolicyMeasure,
        upTo most: Double
    ) -> Bool? {
        switch policy.outlook(isInside: isExit, evidence, waiting.most, seen, upTo: most) {
        case .change: return true
        case .hold(let next): evidence = next
        case .waits where waiting.append(fix): break
        case .waits, .open: return nil
        }
        return false
    }

    /// Returns whether the waiting fixes decide about this one, however far outside they are.
    @inline(__always)
    func dependsOnWaiting(_ policy: TransitionPolicy, _ seen: PolicyMeasure) -> Bool {
        waiting.count > 0 && policy.decide(isInside: isExit, evidence.adding(waiting.most), seen).isChange
    }
}
