internal import Synchronization

/// A lookup for queries that come from any thread; an engine has several so that they rarely wait for each other.
final class QueryLane: Sendable {
    fileprivate struct State {
        var snapshot: FenceSnapshot
        var lookup: SnapshotLookup
        var hits = HitList()
    }

    private let state: Mutex<State>

    init(_ snapshot: FenceSnapshot) throws(GeofenceError) {
        state = Mutex(State(snapshot: snapshot, lookup: try SnapshotLookup(snapshot)))
    }

    /// Finds the handles of the geofences of `snapshot` that cover each place; an invalid place is covered by none.
    func locate(
        _ places: Span<Coordinate>,
        in snapshot: FenceSnapshot,
        into result: inout LocatedPlaces
    ) throws(GeofenceError) {
        result.removeAll()
        try state.withLock { state throws(GeofenceError) in
            if state.snapshot !== snapshot {
                state.lookup = try SnapshotLookup(snapshot)
                state.snapshot = snapshot
            }
            state.locate(places, into: &result)
        }
    }
}

extension QueryLane.State {
    fileprivate mutating func locate(_ places: Span<Coordinate>, into result: inout LocatedPlaces) {
        switch lookup {
        case .plain(.reference(var own)):
            locate(places, &own, into: &result)
            lookup = .plain(.reference(own))
        case .plain(.cells(var own)):
            locate(places, &own, into: &result)
            lookup = .plain(.cells(own))
        case .layered(var own):
            locate(places, &own, into: &result)
            lookup = .layered(own)
        }
    }

    @inline(__always)
    private mutating func locate(
        _ places: Span<Coordinate>,
        _ lookup: inout some PlaceLookup,
        into result: inout LocatedPlaces
    ) {
        for index in places.indices {
            let place = places[index]
            guard place.isValid else {
                result.appendNone()
                continue
            }
            var memo = LookupMemo()
            _ = lookup.lookUp(x: place.indexedLongitude, y: place.latitude, memo: &memo, hits: &hits)
            result.append(hits)
        }
    }
}
