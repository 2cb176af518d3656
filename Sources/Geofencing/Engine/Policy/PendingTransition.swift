/// What is to be decided of a device and a geofence: its last fix is on one side, and it is known to be on the other.
struct PendingTransition: BitwiseCopyable, Sendable {
    /// The geofence's handle.
    var fence: UInt32
    /// Whether the device is known to be inside, and measured outside.
    var isExit: Bool
    /// The cause of the transition that this may become.
    var cause: Transition.Cause
    var evidence = PolicyEvidence()
    /// The size of the geofence in meters, once it was needed.
    var scale: Double?
    /// What is known of the signed distance in meters from a place to the boundary.
    var clearance = Clearance()
    /// Fixes that are not in the evidence yet.
    var waiting = UnmeasuredFixes()
    /// The last fix on the known side; `nil` when nothing is known from before.
    var before: Sighting?
    /// The first fix on the other side.
    var first: Sighting
}

extension [PendingTransition] {
    /// What is to be decided of a geofence, of transitions in ascending order of handle.
    ///
    /// - Complexity: O(log *n*).
    func transition(of fence: UInt32) -> PendingTransition? { position(of: fence) { $0.fence }.map { self[$0] } }
}

extension PendingTransition {
    /// What a policy sees of a fix on the other side at this distance.
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

    /// Whether a fix changes sides, and what becomes of the evidence if not, where that is certain for all distances from the one
    /// seen up to `most`; `nil` if not, and nothing has changed then.
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

    /// Whether the fixes that wait decide about this one, however far outside it is.
    func dependsOnWaiting(_ policy: TransitionPolicy, _ seen: PolicyMeasure) -> Bool {
        waiting.count > 0 && policy.decide(isInside: isExit, evidence.adding(waiting.most), seen).isChange
    }
}
