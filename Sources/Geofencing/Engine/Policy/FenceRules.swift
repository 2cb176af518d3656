/// What geofences of a table say themselves about their events, apart from the geofences, which are costly to copy.
struct FenceRules: Sendable {
    /// The rules of one geofence.
    struct Own: Sendable {
        var policy: TransitionPolicy?
        var dwell: Duration?

        init(_ geofence: Geofence) {
            policy = geofence.policy
            dwell = geofence.dwell
        }
    }

    /// By slot.
    let own: [Own]

    /// `nil` when none of the geofences says anything.
    init?(_ geofences: [Geofence]) {
        guard geofences.contains(where: \.hasOwnRules) else { return nil }
        own = geofences.map(Own.init)
    }
}

extension Geofence {
    var hasOwnRules: Bool { policy != nil || dwell != nil }
}

extension FenceSnapshot {
    /// Whether any registered geofence has a policy or a dwell of its own.
    var hasOwnRules: Bool {
        layers.contains { $0.ownRulesCount > 0 } || fresh.fences.contains { $0.geofence.hasOwnRules }
    }

    /// What the geofence with this handle says itself.
    func ownRules(of handle: UInt32) -> FenceRules.Own? {
        switch place(of: handle) {
        case .layer(let number, let slot): layer(number).contents.ownRules?.own[slot]
        case .fresh(let position): FenceRules.Own(fresh.fences[position].geofence)
        case nil: nil
        }
    }
}
