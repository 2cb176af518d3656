/// What the receiver of a thinned stream does not know yet of one device: at most one transition for each geofence.
///
/// A thinned stream shows a transition at the next fix that is sent, unless the device has crossed back by then: then it
/// shows neither crossing. So a short visit is lost whole, and two visits with a short absence between them become one.
struct ThinningLag: Sendable {
    /// By geofence, each with how many came before it.
    private var waiting: [UInt32: (number: Int, record: TransitionRecord)] = [:]
    private var count = 0

    /// What a sent fix would show, in the order in which it was decided.
    var records: [TransitionRecord] { waiting.values.sorted { $0.number < $1.number }.map(\.record) }

    /// Takes the next transition of the full stream.
    ///
    /// - Returns: The transition of the same geofence that waited, and whether the new one undoes it and will not be shown
    ///   either. It does not where a geofence mutes one kind: then the undoing went unreported.
    mutating func add(_ record: TransitionRecord) -> (lost: TransitionRecord, isUndone: Bool)? {
        let lost = waiting.removeValue(forKey: record.fence)?.record
        let isUndone = lost.map { $0.kind != record.kind } ?? false
        if !isUndone {
            waiting[record.fence] = (count, record)
            count += 1
        }
        return lost.map { ($0, isUndone) }
    }
}
