internal import Synchronization

/// A lookup for queries that come from any thread; an engine has several so that they rarely wait for each other.
final class QueryLane: Sendable {
    private struct State {
        var snapshot: FenceSnapshot
        var lookup: SnapshotLookup
        var hits = HitList()
    }

    private let state: Mutex<State>

    init(_ snapshot: FenceSnapshot) throws(GeofenceError) {
        state = Mutex(State(snapshot: snapshot, lookup: try SnapshotLookup(snapshot)))
    }

    /// The handles of the geofences of `snapshot` that cover a place, ascending.
    func handlesCovering(_ place: Coordinate, in snapshot: FenceSnapshot) throws(GeofenceError) -> [UInt32] {
        try state.withLock { state throws(GeofenceError) in
            if state.snapshot !== snapshot {
                state.lookup = try SnapshotLookup(snapshot)
                state.snapshot = snapshot
            }
            state.lookup.lookUp(place, hits: &state.hits)
            return state.hits.slots
        }
    }
}
