/// What geofences of a table say themselves about their events, apart from the geofences, which are costly to copy.
struct FenceRules: Sendable {
    /// The rules of one geofence.
    struct Own: Sendable {
        var policy: TransitionPolicy?
        var dwell: Duration?
    }

    /// By slot.
    let own: [Own]

    /// `nil` when none of the geofences says anything.
    init?(_ geofences: [Geofence]) {
        guard geofences.contains(where: \.hasOwnRules) else { return nil }
        own = geofences.map { Own(policy: $0.policy, dwell: $0.dwell) }
    }
}

extension Geofence {
    var hasOwnRules: Bool { policy != nil || dwell != nil }
}

extension FenceSnapshot {
    /// Whether any registered geofence has a policy or a dwell of its own.
    var hasOwnRules: Bool {
        layers.contains { $0.contents.ownRules != nil } || fresh.fences.contains { $0.geofence.hasOwnRules }
    }

    /// What the geofence with this handle says itself.
    func ownRules(of handle: UInt32) -> FenceRules.Own? {
        if let fence = fresh.fence(handle)?.geofence { return FenceRules.Own(policy: fence.policy, dwell: fence.dwell) }
        for layer in layers {
            if let slot = layer.contents.slot(of: handle) { return layer.contents.ownRules?.own[slot] }
        }
        return nil
    }
}
