extension GeofenceEngine {
    /// Returns the geofences whose region covers `coordinate`, in ascending order of identifier.
    ///
    /// A coordinate on a boundary is covered. Circles are measured on the WGS 84 ellipsoid; polygon edges are straight
    /// in longitude and latitude.
    ///
    /// - Throws: `invalidCoordinate`; `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: O(log *n* + *k* log *k*) as a rule, for *k* geofences that cover it.
    public func geofences(covering coordinate: Coordinate) throws(GeofenceError) -> [Geofence.ID] {
        try coordinate.check()
        let snapshot = self.snapshot
        var located = HitBatch()
        try locate(CollectionOfOne(coordinate).span, in: snapshot, into: &located)
        return snapshot.ids(of: located.hits(of: 0))
    }

    /// Returns the geofences that cover each of many coordinates, as `geofences(covering:)` does for one, in order of
    /// the coordinates.
    ///
    /// All answers come from the same set of geofences, even if it is edited in the meantime. Because cache misses
    /// overlap, this takes between a quarter and half the time of separate calls where few geofences cover a
    /// coordinate.
    ///
    /// - Throws: `invalidCoordinate` for the first invalid coordinate; `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: For each coordinate, that of a single one; the memory is that of the result plus 4 bytes per
    ///   answer.
    public func geofences(covering coordinates: some Sequence<Coordinate>) throws(GeofenceError) -> [[Geofence.ID]] {
        let places = Array(coordinates)
        for (number, place) in places.enumerated() { try place.check(of: "the coordinate at index \(number)") }
        let snapshot = self.snapshot
        var located = HitBatch()
        try locate(places.span, in: snapshot, into: &located)
        return places.indices.map { snapshot.ids(of: located.hits(of: $0)) }
    }

    /// Finds the handles of the geofences that cover each of several coordinates; no geofence covers an invalid one.
    ///
    /// - Complexity: One lookup per coordinate; a lookup that does not need GEOS allocates nothing.
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

    /// Returns the geofences nearest to `coordinate` and the signed geodesic distance to their boundary, negative
    /// inside.
    ///
    /// Ordered by distance, so the geofences that the coordinate is deepest inside of come first. At equal distances,
    /// the geofences that are as the engine was created with come first, by identifier, then those added or changed in
    /// any way since, in order of their last change. Distances are accurate to a millimeter anywhere on the Earth.
    ///
    /// - Parameters:
    ///   - coordinate: The coordinate to measure from.
    ///   - count: The maximum number of geofences; none are returned if it is not positive.
    /// - Complexity: O(*count* log *count* + log *n*) as a rule. The first call builds a tree over all geofences; the
    ///   first one after an edit builds a tree over the latest edits, or over all once they are merged into the index.
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

    /// Returns the signed geodesic distance from `coordinate` to the boundary of a registered geofence, negative
    /// inside. It is as accurate as the distances of `nearestGeofences(to:count:)`.
    ///
    /// - Throws: `unknownGeofence` if no geofence with this identifier is registered; `invalidCoordinate`;
    ///   `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: O(log *v*) as a rule for *v* vertices of the geofence. The first call and the first one after an
    ///   edit build the same trees as those of `nearestGeofences(to:count:)`.
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

    /// Returns the lane for a query. The low bits of a measured coordinate are as good as random, so threads spread
    /// over the lanes.
    func lane(for place: Coordinate) -> QueryLane {
        let bits = place.latitude.bitPattern ^ place.longitude.bitPattern
        return lanes[Int(truncatingIfNeeded: bits) & (lanes.count - 1)]
    }

    /// Returns the known geofence with this identifier, registered or not; `nil` if there is none.
    ///
    /// - Complexity: O(log *n*) as a rule, for *n* geofences.
    public func geofence(_ id: Geofence.ID) -> Geofence? { snapshot.known(id) }

    /// All known geofences, registered or not, in ascending order of identifier.
    ///
    /// - Complexity: O(*n* log *n*): they are copied and sorted on every access.
    public var allGeofences: [Geofence] {
        let snapshot = self.snapshot
        return (snapshot.registered + snapshot.inactive.values).inOrderOfIdentifier
    }

    /// The registered (active) geofences, in ascending order of identifier.
    ///
    /// - Complexity: O(*n* log *n*): they are copied and sorted on every access.
    public var registeredGeofences: [Geofence] { snapshot.registered.inOrderOfIdentifier }

    /// The number of registered (active) geofences.
    public var geofenceCount: Int { snapshot.count }

    /// The size in bytes of the index over the registered geofences; `nil` if it is unknown.
    package var indexBytes: Int? {
        var sum = 0
        for layer in snapshot.layers {
            guard let bytes = layer.contents.index.bytes else { return nil }
            sum += bytes
        }
        return sum
    }
}
