extension GeofenceEngine {
    /// How many regions an iOS app may have registered.
    public static let regionLimit = 20

    /// Chooses which geofences a device with a limit on registered regions should watch: those that it is in, then those
    /// whose boundary is nearest.
    ///
    /// The ones that cover `coordinate` come first, so that their EXIT is not missed, by the distance to the boundary from
    /// inside; then the others by the distance to theirs. The limit is the platform's and never exceeded: of more covering
    /// ones than that, those whose boundary is nearest stay. Ties go as in
    /// `nearestGeofences(to:count:)`.
    ///
    /// - Parameters:
    ///   - coordinate: Where the device is.
    ///   - limit: How many the device may watch; none if it is not positive.
    ///   - registered: What the device watches now. Identifiers that name no registered geofence are to be removed.
    /// - Throws: `invalidCoordinate`; `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: as `nearestGeofences(to:count:)` for `limit` more geofences than cover the coordinate.
    public func regionsToRegister(
        near coordinate: Coordinate,
        limit: Int = regionLimit,
        registered: Set<Geofence.ID> = []
    ) throws(GeofenceError) -> RegionSelection {
        let limit = max(0, limit)
        try coordinate.check()
        let snapshot = self.snapshot
        let around = try lane(for: coordinate).around(coordinate, count: limit, in: snapshot)
        // Inside is negative, and the least negative is nearest to its boundary.
        let inside = around.filter { $0.distance <= 0 }.sorted { ($0.distance, $1.fence) > ($1.distance, $0.fence) }
        let chosen = (inside + around.filter { $0.distance > 0 }).prefix(limit)
        return RegionSelection(chosen.compactMap { snapshot.id($0.fence) }, registered: registered)
    }
}
