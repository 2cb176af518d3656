/// What the receiver of a thinned stream does not know yet of one device: at most one transition for each geofence.
///
/// A thinned stream shows a transition at the next fix that is sent, unless the device has crossed back by then: then it
/// shows neither crossing. So a short visit is lost whole, and two visits with a short absence between them become one.
struct ThinningLag: Sendable {
    /// What a sent fix would show.
    private(set) var records: [TransitionRecord] = []

    /// Takes the next transition of the full stream.
    ///
    /// - Returns: The transition of the same geofence that waited, and whether the new one undoes it and will not be shown
    ///   either. It does not where a geofence mutes one kind: then the undoing went unreported.
    mutating func add(_ record: TransitionRecord) -> (lost: TransitionRecord, isUndone: Bool)? {
        guard let position = records.firstIndex(where: { $0.fence == record.fence }) else {
            records.append(record)
            return nil
        }
        let lost = records.remove(at: position)
        if lost.kind == record.kind { records.append(record) }
        return (lost, lost.kind != record.kind)
    }
}
