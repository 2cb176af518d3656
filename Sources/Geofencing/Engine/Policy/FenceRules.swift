/// What a geofence says itself about its events, apart from the geofence, which is costly to copy.
struct FenceRules: Sendable {
    var policy: TransitionPolicy?
    var dwell: Duration?

    init(_ geofence: Geofence) {
        policy = geofence.policy
        dwell = geofence.dwell
    }

    /// Those of geofences by slot; `nil` when none of them says anything.
    static func own(of geofences: [Geofence]) -> [FenceRules]? {
        geofences.contains(where: \.hasOwnRules) ? geofences.map(FenceRules.init) : nil
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
    func ownRules(of handle: UInt32) -> FenceRules? {
        switch place(of: handle) {
        case .layer(let number, let slot): layer(number).contents.ownRules?[slot]
        case .fresh(let position): FenceRules(fresh.fences[position].geofence)
        case nil: nil
        }
    }
}
