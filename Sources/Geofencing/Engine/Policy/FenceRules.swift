/// The rules that a geofence sets for its own events, separate from the geofence, which is expensive to copy.
struct FenceRules: Sendable {
    var policy: TransitionPolicy?
    var dwell: Duration?

    init(_ geofence: Geofence) {
        policy = geofence.policy
        dwell = geofence.dwell
    }

    /// Returns the rules of geofences by slot; `nil` if none of them has its own.
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

    /// Returns the rules that the geofence with this handle sets itself.
    func ownRules(of handle: UInt32) -> FenceRules? {
        switch place(of: handle) {
        case .layer(let number, let slot): layer(number).contents.ownRules?[slot]
        case .fresh(let position): FenceRules(fresh.fences[position].geofence)
        case nil: nil
        }
    }
}
