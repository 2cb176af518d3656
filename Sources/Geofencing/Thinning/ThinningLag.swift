/// The transitions of one device that the receiver of a thinned stream does not know yet: at most one for each
/// geofence.
///
/// A thinned stream shows a transition at the next fix that is sent, unless the device has crossed back by then; in
/// that case it shows neither crossing. So a short visit is lost entirely, and two visits with a short absence between
/// them become one.
struct ThinningLag: Sendable {
    /// By geofence, each with the number of transitions before it.
    private var waiting: [UInt32: (number: Int, record: TransitionRecord)] = [:]
    private var count = 0

    /// The transitions that a sent fix would show, in the order in which they were decided.
    var records: [TransitionRecord] { waiting.values.sorted { $0.number < $1.number }.map(\.record) }

    /// Takes the next transition of the full stream.
    ///
    /// - Returns: The waiting transition of the same geofence, and whether the new one undoes it and will not be shown
    ///   either. It does not undo it where a geofence mutes one kind: then the undoing was not reported.
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
