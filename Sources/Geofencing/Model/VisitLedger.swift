/// Builds visits from transitions: it returns each visit as it ends, and the open visits on request.
///
/// ```swift
/// var ledger = VisitLedger()
/// for transition in engine.process(fixes) {
///     if let visit = ledger.add(transition) { print(visit) }
/// }
/// for visit in ledger.openVisits { print(visit) }
/// ```
///
/// A ledger works under every policy and relies only on the transitions it is given: a geofence that mutes ENTER has no
/// visits, and the visits of one that mutes EXIT have no end. It is a value and `Codable`, so it can be saved beside an
/// `EngineState`. Transitions that are given again after a restart produce visits with the same `id` as before, by
/// which a receiver recognizes repeats.
///
/// Memory: the ENTER of each open visit.
public struct VisitLedger: Sendable, Hashable {
    private struct Key: Hashable {
        var device: DeviceID
        var geofence: Geofence.ID

        init(_ transition: Transition) {
            device = transition.device
            geofence = transition.geofence
        }
    }

    /// The ENTERs of the open visits.
    private var enters: [Key: Transition] = [:]

    /// Creates a ledger without visits.
    public init() {}

    /// Creates a ledger in which the visits that these ENTERs begin are open.
    init(enters: some Sequence<Transition>) {
        for enter in enters { self.enters[Key(enter)] = enter }
    }

    /// Takes the next transition. The transitions of one device in one geofence must come in their order.
    ///
    /// - Returns: The visit that an EXIT ends. If an ENTER or EXIT belongs to another visit than the open one, the open
    ///   visit is returned without an end, because its EXIT was never given. Otherwise `nil`: for an ENTER, a DWELL, an
    ///   EXIT whose ENTER was not given, and a repeated ENTER.
    /// - Complexity: O(1).
    public mutating func add(_ transition: Transition) -> Visit? {
        let key = Key(transition)
        switch transition.kind {
        case .dwell: return nil
        case .exit:
            guard let enter = enters.removeValue(forKey: key) else { return nil }
            let endsAnotherVisit = transition.visitID.map { $0 != enter.id } ?? false
            return Visit(enter: enter, exit: endsAnotherVisit ? nil : transition)
        case .enter:
            guard let last = enters.updateValue(transition, forKey: key), last.id != transition.id else { return nil }
            return Visit(enter: last)
        }
    }

    /// Takes several transitions in order.
    ///
    /// - Returns: The visits that `add(_:)` returns for them.
    /// - Complexity: O(*n*) for *n* transitions.
    public mutating func add(_ transitions: some Sequence<Transition>) -> [Visit] {
        transitions.compactMap { add($0) }
    }

    /// The open visits, ordered by time of ENTER, then device, then geofence.
    ///
    /// - Complexity: O(*n* log *n*) for *n* open visits, on each access.
    public var openVisits: [Visit] {
        enters.values.sorted { one, other in
            (one.time, one.device, one.geofence) < (other.time, other.device, other.geofence)
        }
        .map { Visit(enter: $0) }
    }

    /// Forgets open visits, such as those of devices that an engine has forgotten with `forget(_:)` or
    /// `copy(keeping:)`.
    ///
    /// - Parameter isForgotten: Returns whether to forget a visit. If it throws, the error is rethrown and nothing is
    ///   forgotten.
    /// - Complexity: O(*n*) for *n* open visits.
    public mutating func removeAll(where isForgotten: (Visit) throws -> Bool) rethrows {
        enters = try enters.filter { try !isForgotten(Visit(enter: $0.value)) }
    }
}
