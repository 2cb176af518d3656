internal import Synchronization

extension GeofenceEngine {
    /// Returns the geofences whose region covers `coordinate`, in ascending order of identifier.
    ///
    /// A coordinate on a boundary is covered. Circles are measured on the WGS 84 ellipsoid; polygon edges are straight in
    /// longitude and latitude.
    ///
    /// - Throws: `invalidCoordinate`; `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: O(log *n* + *k* log *k*) as a rule, for *k* that cover it.
    public func geofences(covering coordinate: Coordinate) throws(GeofenceError) -> [Geofence.ID] {
        try coordinate.check()
        let snapshot = self.snapshot
        var located = HitBatch()
        try locate(CollectionOfOne(coordinate).span, in: snapshot, into: &located)
        return snapshot.ids(of: located.hits(of: 0))
    }

    /// Returns the geofences that cover each of many places, as `geofences(covering:)` of one does, in the order of the places.
    ///
    /// All are answered from the same geofences, whatever is changed meanwhile. As the waits for memory overlap, it takes a half to a
    /// quarter of the time of a call for each, where few geofences cover a place.
    ///
    /// - Throws: `invalidCoordinate` for the first that is no place; `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: as for one, for each; the memory is that of the result and 4 bytes more for each answer.
    public func geofences(covering coordinates: some Sequence<Coordinate>) throws(GeofenceError) -> [[Geofence.ID]] {
        let places = Array(coordinates)
        for (number, place) in places.enumerated() { try place.check(of: "the coordinate at index \(number)") }
        let snapshot = self.snapshot
        var located = HitBatch()
        try locate(places.span, in: snapshot, into: &located)
        return places.indices.map { snapshot.ids(of: located.hits(of: $0)) }
    }

    /// Finds the handles of the geofences that cover each of several places; an invalid place is covered by none.
    ///
    /// - Complexity: one lookup for each place; a lookup that GEOS need not help with allocates nothing.
    package func locate(_ places: Span<Coordinate>, into result: inout HitBatch) throws(GeofenceError) {
        try locate(places, in: snapshot, into: &result)
    }

    private func locate(
        _ places: Span<Coordinate>,
        in snapshot: FenceSnapshot,
        into result: inout HitBatch
    ) throws(GeofenceError) {
        guard !places.isEmpty else { return result.removeAll() }
        try PerformanceMonitor.shared.sample(.containment, count: places.count) { () throws(GeofenceError) in
            try lane(for: places[0]).locate(places, in: snapshot, into: &result)
        }
    }

    /// Returns the geofences nearest to `coordinate` and the signed geodesic distance to their boundary, negative inside.
    ///
    /// Ordered by distance, so those that the coordinate is deepest inside of come first. Of equal distances those that the engine was
    /// made with come first, by identifier, then those added later in their order. Right to a millimeter, except for long edges
    /// thousands of kilometers away: too long by 0.2 m for an edge of 1° at 4,000 km, by 13 m for one of 10° at 8,000 km, and by 26 m for
    /// one of 60° at 9,000 km, the most that was measured.
    ///
    /// - Parameters:
    ///   - coordinate: The place.
    ///   - count: How many at most; none if it is not positive.
    /// - Complexity: O(*count* log *count* + log *n*) as a rule; the first call after an edit builds a tree over all geofences.
    /// - Throws: `invalidCoordinate`; `geometryEngine` if GEOS runs out of memory.
    public func nearestGeofences(
        to coordinate: Coordinate,
        count: Int
    ) throws(GeofenceError) -> [NearGeofence] {
        try coordinate.check()
        guard count > 0 else { return [] }
        let snapshot = self.snapshot
        let found = try lane(for: coordinate).nearest(to: coordinate, count: count, in: snapshot)
        return found.compactMap { near in
            snapshot.id(near.fence).map { NearGeofence(id: $0, distance: .meters(near.distance)) }
        }
    }

    /// The signed geodesic distance from `coordinate` to the boundary of a registered geofence; negative inside. As right as those of
    /// `nearestGeofences(to:count:)`.
    ///
    /// - Throws: `unknownGeofence` if none of this name is registered; `invalidCoordinate`; `geometryEngine` if GEOS runs out of
    ///   memory.
    /// - Complexity: O(log *v*) as a rule for *v* vertices of the geofence; the first call after an edit builds a tree over all
    ///   geofences.
    public func distance(
        from coordinate: Coordinate,
        to geofence: Geofence.ID
    ) throws(GeofenceError) -> Distance {
        try coordinate.check()
        let snapshot = self.snapshot
        if let handle = snapshot.handle(of: geofence),
            let distance = try lane(for: coordinate).distance(from: coordinate, to: handle, in: snapshot)
        {
            return .meters(distance)
        }
        throw GeofenceError(
            .unknownGeofence,
            "there is no registered geofence \"\(geofence)\"",
            at: InputLocation(geofence: geofence.rawValue),
            recovery: "Check the identifier and that the geofence is active."
        )
    }

    /// The low bits of a measured coordinate are as good as random, so threads spread over the lanes.
    func lane(for place: Coordinate) -> QueryLane {
        let bits = place.latitude.bitPattern ^ place.longitude.bitPattern
        return lanes[Int(truncatingIfNeeded: bits) & (lanes.count - 1)]
    }

    /// The geofence of this name that is known, registered or not; `nil` if there is none.
    public func geofence(_ id: Geofence.ID) -> Geofence? { snapshot.known(id) }

    /// All geofences that are known, registered or not, in ascending order of identifier.
    ///
    /// - Complexity: O(*n* log *n*): they are copied and sorted at each call.
    public var allGeofences: [Geofence] {
        let snapshot = self.snapshot
        return (snapshot.registered + snapshot.inactive.values).sorted { $0.id < $1.id }
    }

    /// The geofences that are registered, the active ones, in ascending order of identifier.
    ///
    /// - Complexity: O(*n* log *n*): they are copied and sorted at each call.
    public var registeredGeofences: [Geofence] { snapshot.registered.sorted { $0.id < $1.id } }

    /// How many geofences are registered: the active ones.
    public var geofenceCount: Int { snapshot.count }

    /// Bytes of the index over the registered geofences; `nil` where it cannot be told.
    package var indexBytes: Int? {
        var sum = 0
        for layer in snapshot.layers {
            guard let bytes = layer.contents.index.bytes else { return nil }
            sum += bytes
        }
        return sum
    }
}
