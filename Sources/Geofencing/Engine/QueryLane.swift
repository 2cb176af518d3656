internal import Synchronization

/// A lookup for queries from any thread; an engine has several so that threads rarely wait for each other.
final class QueryLane: Sendable {
    fileprivate struct State {
        var snapshot: FenceSnapshot
        var lookup: SnapshotLookup
        var hits = HitList()
        var nearest = NearestScratch()
        var passages = PassageSearch()
        var longitudes: [Double] = []
        var latitudes: [Double] = []

        mutating func adopt(_ next: FenceSnapshot) throws(GeofenceError) {
            guard snapshot !== next else { return }
            try lookup.replace(snapshot, with: next)
            snapshot = next
        }
    }

    private let state: Mutex<State>

    init(_ snapshot: FenceSnapshot) throws(GeofenceError) {
        state = Mutex(State(snapshot: snapshot, lookup: try SnapshotLookup(snapshot)))
    }

    /// Finds the handles of the geofences of `snapshot` that cover each point; no geofence covers an invalid one.
    func locate(
        _ places: Span<Coordinate>,
        in snapshot: FenceSnapshot,
        into result: inout HitBatch
    ) throws(GeofenceError) {
        result.removeAll()
        try state.withLock { state throws(GeofenceError) in
            try state.adopt(snapshot)
            state.locate(places, into: &result)
        }
    }

    /// Returns the handles of the geofences of `snapshot` that are nearest to a valid point, by signed distance.
    func nearest(
        to place: Coordinate,
        count: Int,
        in snapshot: FenceSnapshot
    ) throws(GeofenceError) -> [NearestFence] {
        try state.withLock { state throws(GeofenceError) in
            try state.adopt(snapshot)
            // For a circle, the distance already determines whether it covers the point.
            if snapshot.hasPolygons { state.lookup.lookUp(place, hits: &state.hits) } else { state.hits.removeAll() }
            return try state.findNearest(to: place, count: count)
        }
    }

    /// Returns the handles of all geofences of `snapshot` that cover a valid point and of the `count` nearest that do
    /// not, by signed distance.
    func around(
        _ place: Coordinate,
        count: Int,
        in snapshot: FenceSnapshot
    ) throws(GeofenceError) -> [NearestFence] {
        try state.withLock { state throws(GeofenceError) in
            try state.adopt(snapshot)
            state.lookup.lookUp(place, hits: &state.hits)
            // `count` may be `Int.max`, to which nothing can be added; there are never more than `snapshot.count`
            // anyway.
            let most = state.hits.count + min(count, snapshot.count)
            return try state.findNearest(to: place, count: most)
        }
    }

    /// Returns the signed distance in meters from a valid point to the boundary of the geofence with this handle.
    func distance(
        from place: Coordinate,
        to handle: UInt32,
        in snapshot: FenceSnapshot
    ) throws(GeofenceError) -> Double? {
        try state.withLock { state throws(GeofenceError) in
            try state.adopt(snapshot)
            state.lookup.lookUp(place, hits: &state.hits)
            let isInside = state.hits.contains(handle)
            func distance(_ slot: Int, _ tree: NearestTree) -> Double {
                tree.distance(from: place, toFence: UInt32(slot), isInside: isInside, scratch: &state.nearest)
            }
            return switch snapshot.place(of: handle) {
            case .layer(let number, let slot): distance(slot, snapshot.layer(number).contents.nearest)
            case .fresh(let position): distance(position, try snapshot.fresh.nearest)
            case nil: nil
            }
        }
    }

    /// Returns the passages between two valid points through geofences of `snapshot` that cover neither, by handle.
    func passages(
        from start: Coordinate,
        to end: Coordinate,
        in snapshot: FenceSnapshot
    ) throws(GeofenceError) -> [PassageSearch.Found] {
        try state.withLock { state throws(GeofenceError) in
            try state.adopt(snapshot)
            var covering: [UInt32] = []
            for place in [start, end] {
                state.lookup.lookUp(place, hits: &state.hits)
                covering += state.hits.fences
            }
            let segment = Segment(from: start, to: end)
            try state.passages.search(segment, in: snapshot, except: covering, lookup: &state.lookup)
            return state.passages.found
        }
    }

    /// Switches to another snapshot, so that the memory of the previous one can be freed.
    func adopt(_ next: FenceSnapshot) throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in try state.adopt(next) }
    }
}

/// A geofence by its handle, with the signed geodesic distance in meters from a point to its boundary, negative inside.
struct NearestFence: BitwiseCopyable {
    var fence: UInt32
    var distance: Double
}

extension QueryLane.State {
    /// Returns the geofences that are nearest to a point; `hits` must hold those that cover it.
    fileprivate mutating func findNearest(to place: Coordinate, count: Int) throws(GeofenceError) -> [NearestFence] {
        var found: [NearestFence] = []
        findNearest(to: place, count: count, in: snapshot.base, &found)
        for layer in snapshot.delta { findNearest(to: place, count: count, in: layer, &found) }
        try findNearest(to: place, count: count, in: snapshot.fresh, &found)
        found.sort { ($0.distance, $0.fence) < ($1.distance, $1.fence) }
        found.removeLast(max(0, found.count - count))
        return found
    }

    /// Appends the nearest geofences of a layer.
    private mutating func findNearest(
        to place: Coordinate,
        count: Int,
        in layer: FenceLayer,
        _ found: inout [NearestFence]
    ) {
        guard layer.count > 0 else { return }
        let contents = layer.contents
        let covering = hits.fences.compactMap { contents.slot(of: $0).map(UInt32.init) }
        let first = found.count
        // Removed geofences are still in the tree and may be nearer than the remaining ones.
        var wanted = count
        while true {
            contents.nearest.nearest(to: place, count: wanted, covering: covering, scratch: &nearest)
            for near in nearest.found where !layer.removed.contains(Int(near.slot)) {
                found.append(NearestFence(fence: contents.handle(of: near.slot), distance: near.distance))
            }
            if found.count - first >= count || nearest.found.count < wanted { return }
            found.removeSubrange(first...)
            wanted *= 2
        }
    }

    /// Appends the nearest fresh geofences.
    private mutating func findNearest(
        to place: Coordinate,
        count: Int,
        in fresh: FreshFences,
        _ found: inout [NearestFence]
    ) throws(GeofenceError) {
        guard !fresh.isEmpty else { return }
        let covering = fresh.fences.indices.filter { hits.contains(fresh.fences[$0].handle) }.map(UInt32.init)
        let tree = try fresh.nearest
        tree.nearest(to: place, count: count, covering: covering, scratch: &nearest)
        found += nearest.found.map {
            NearestFence(fence: fresh.fences[Int($0.slot)].handle, distance: $0.distance)
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
        case .lent: break
        }
    }

    /// Looks up all points at once; returns `false` if one of them is invalid.
    private mutating func locateTogether(
        _ places: Span<Coordinate>,
        _ lookup: inout CellLookup,
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
