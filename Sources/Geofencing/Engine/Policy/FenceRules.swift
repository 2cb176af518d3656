/// The rules that a geofence sets for its own events, separate from the geofence, which is expensive to copy.
struct FenceRules: Sendable, Hashable {
    let policy: TransitionPolicy?
    let dwell: Duration?

    /// Creates the rules of a geofence; `nil` if it sets neither.
    init?(policy: TransitionPolicy?, dwell: Duration?) {
        guard policy != nil || dwell != nil else { return nil }
        self.policy = policy
        self.dwell = dwell
    }

    /// Returns the rules of geofences by slot; `nil` if none of them has its own.
    static func own(of geofences: [Geofence]) -> [FenceRules?]? {
        geofences.contains(where: \.hasOwnRules) ? geofences.map(\.ownRules) : nil
    }
}

extension Geofence {
    var hasOwnRules: Bool { ownRules != nil }
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
        case .fresh(let position): fresh.fences[position].geofence.ownRules
        case nil: nil
        }
    }
}
