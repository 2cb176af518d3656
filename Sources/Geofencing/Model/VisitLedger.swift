/// Makes visits of transitions: those that end as they end, and those that are open when asked.
///
/// ```swift
/// var ledger = VisitLedger()
/// for transition in engine.process(fixes) {
///     if let visit = ledger.add(transition) { print(visit) }
/// }
/// for visit in ledger.openVisits { print(visit) }
/// ```
///
/// It goes by the transitions that it is given, under every policy: where a geofence mutes ENTER there are no visits of it, and where one
/// mutes EXIT they have no end. It is a value, `Codable` to be kept beside an `EngineState`: what is given again after a restart
/// makes visits with the `id` of before, by which a receiver recognizes a repeat.
///
/// Memory: the ENTER of each visit that is open.
public struct VisitLedger: Sendable, Hashable {
    private struct Place: Hashable {
        var device: DeviceID
        var geofence: Geofence.ID

        init(_ transition: Transition) {
            device = transition.device
            geofence = transition.geofence
        }
    }

    /// The ENTERs of the visits that are open.
    private var enters: [Place: Transition] = [:]

    /// Creates a ledger without visits.
    public init() {}

    /// A ledger in which the visits that these ENTERs begin are open.
    init(enters: some Sequence<Transition>) {
        for enter in enters { self.enters[Place(enter)] = enter }
    }

    /// Takes the next transition; those of one device in one geofence come in their order.
    ///
    /// - Returns: The visit that an EXIT ends. What comes of another visit, an ENTER or an EXIT, while one is open gives that one without an
    ///   end, which was not told. `nil` for all else: an ENTER, a DWELL, an EXIT of which no ENTER was told, an ENTER that is told again.
    /// - Complexity: O(1).
    public mutating func add(_ transition: Transition) -> Visit? {
        let place = Place(transition)
        switch transition.kind {
        case .dwell: return nil
        case .exit:
            guard let enter = enters.removeValue(forKey: place) else { return nil }
            let isOfAnother = transition.visitID.map { $0 != enter.id } ?? false
            return Visit(enter: enter, exit: isOfAnother ? nil : transition)
        case .enter:
            guard let last = enters.updateValue(transition, forKey: place), last.id != transition.id else { return nil }
            return Visit(enter: last)
        }
    }

    /// Takes several transitions in turn.
    ///
    /// - Returns: What `add(_:)` returns of each.
    /// - Complexity: O(*n*) for *n* transitions.
    public mutating func add(_ transitions: some Sequence<Transition>) -> [Visit] {
        transitions.compactMap { add($0) }
    }

    /// The visits that are open, by time of ENTER, then device, then geofence.
    ///
    /// - Complexity: O(*n* log *n*) for *n* visits, each time.
    public var openVisits: [Visit] {
        enters.values.sorted { one, other in
            (one.time, one.device, one.geofence) < (other.time, other.device, other.geofence)
        }
        .map { Visit(enter: $0) }
    }

    /// Forgets visits that are open, as those of devices that an engine's `copy(keeping:)` has forgotten.
    ///
    /// - Parameter isForgotten: Whether a visit is forgotten; what it throws comes out as it is, and nothing is forgotten then.
    /// - Complexity: O(*n*) for *n* visits that are open.
    public mutating func removeAll(where isForgotten: (Visit) throws -> Bool) rethrows {
        enters = try enters.filter { try !isForgotten(Visit(enter: $0.value)) }
    }
}
