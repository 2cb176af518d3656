internal import Synchronization

/// A lookup for queries that come from any thread; an engine has several so that they rarely wait for each other.
final class QueryLane: Sendable {
    fileprivate struct State {
        var snapshot: FenceSnapshot
        var lookup: SnapshotLookup
        var hits = HitList()
        var nearest = NearestScratch()
        var longitudes: [Double] = []
        var latitudes: [Double] = []

        mutating func use(_ next: FenceSnapshot) throws(GeofenceError) {
            guard snapshot !== next else { return }
            lookup = try SnapshotLookup(next)
            snapshot = next
        }
    }

    private let state: Mutex<State>

    init(_ snapshot: FenceSnapshot) throws(GeofenceError) {
        state = Mutex(State(snapshot: snapshot, lookup: try SnapshotLookup(snapshot)))
    }

    /// Finds the handles of the geofences of `snapshot` that cover each place; an invalid place is covered by none.
    func locate(
        _ places: Span<Coordinate>,
        in snapshot: FenceSnapshot,
        into result: inout HitBatch
    ) throws(GeofenceError) {
        result.removeAll()
        try state.withLock { state throws(GeofenceError) in
            try state.use(snapshot)
            state.locate(places, into: &result)
        }
    }

    /// Finds the handles of the geofences of `snapshot` that are nearest to a valid place, by signed distance.
    func nearest(
        to place: Coordinate,
        count: Int,
        in snapshot: FenceSnapshot
    ) throws(GeofenceError) -> [NearestFence] {
        try state.withLock { state throws(GeofenceError) in
            try state.use(snapshot)
            state.lookup.lookUp(place, hits: &state.hits)
            var found: [NearestFence] = []
            for layer in [snapshot.base, snapshot.delta].compactMap(\.self) {
                let covering = state.hits.slots.compactMap { layer.slot(of: $0).map(UInt32.init) }
                // Removed geofences are still in the base's tree and may come before those that are left.
                let wanted = count + snapshot.tombstones.count
                layer.nearest.tree.nearest(to: place, count: wanted, covering: covering, scratch: &state.nearest)
                found += state.nearest.found.map {
                    NearestFence(fence: layer.handle(of: $0.fence), distance: $0.distance)
                }
                .filter { !snapshot.tombstones.contains($0.fence) }
            }
            found.sort { ($0.distance, $0.fence) < ($1.distance, $1.fence) }
            return Array(found.prefix(count))
        }
    }

    /// The signed distance in meters from a valid place to the boundary of the geofence with this handle.
    func distance(
        from place: Coordinate,
        to handle: UInt32,
        in snapshot: FenceSnapshot
    ) throws(GeofenceError) -> Double? {
        try state.withLock { state throws(GeofenceError) in
            try state.use(snapshot)
            state.lookup.lookUp(place, hits: &state.hits)
            let isInside = state.hits.slots.contains(handle)
            for layer in [snapshot.delta, snapshot.base].compactMap(\.self) {
                guard let slot = layer.slot(of: handle) else { continue }
                return layer.nearest.tree.distance(
                    from: place,
                    toFence: UInt32(slot),
                    isInside: isInside,
                    scratch: &state.nearest
                )
            }
            return nil
        }
    }
}

extension QueryLane.State {
    fileprivate mutating func locate(_ places: Span<Coordinate>, into result: inout HitBatch) {
        switch lookup {
        case .plain(.reference(var own)):
            locate(places, &own, into: &result)
            lookup = .plain(.reference(own))
        case .plain(.cells(var own)):
            if !locateTogether(places, &own, into: &result) { locate(places, &own, into: &result) }
            lookup = .plain(.cells(own))
        case .layered(var own):
            locate(places, &own, into: &result)
            lookup = .layered(own)
        }
    }

    /// Looks all places up at once; `false` if one of them is invalid.
    private mutating func locateTogether(
        _ places: Span<Coordinate>,
        _ lookup: inout IndexLookup<CellIndex>,
        into result: inout HitBatch
    ) -> Bool {
        longitudes.removeAll(keepingCapacity: true)
        latitudes.removeAll(keepingCapacity: true)
        for index in places.indices {
            guard places[index].isValid else { return false }
            longitudes.append(places[index].indexedLongitude)
            latitudes.append(places[index].latitude)
        }
        lookup.lookUp(xs: longitudes.span, ys: latitudes.span, batch: &result)
        return true
    }

    @inline(__always)
    private mutating func locate(
        _ places: Span<Coordinate>,
        _ lookup: inout some PlaceLookup,
        into result: inout HitBatch
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
