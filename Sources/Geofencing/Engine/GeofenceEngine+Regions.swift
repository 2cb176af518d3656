extension GeofenceEngine {
    /// The number of regions that an iOS app may register.
    public static let regionLimit = 20

    /// Chooses which geofences a device with a limit on registered regions should watch: those that it is in, then
    /// those whose boundary is nearest.
    ///
    /// The geofences that cover `coordinate` come first, so that their EXIT is not missed, ordered by the distance to
    /// the boundary from inside; then the others, by the distance to their boundary. The limit is the platform's and
    /// never exceeded: if more geofences than that cover the coordinate, those whose boundary is nearest are kept. Ties
    /// are broken as in `nearestGeofences(to:count:)`.
    ///
    /// - Parameters:
    ///   - coordinate: The position of the device.
    ///   - limit: The number of regions that the device may watch; none are chosen if it is not positive.
    ///   - registered: The regions that the device watches now. Identifiers that name no registered geofence are to be
    ///     removed.
    /// - Throws: `invalidCoordinate`; `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: That of `nearestGeofences(to:count:)` for `limit` more geofences than cover the coordinate.
    public func regionsToRegister(
        near coordinate: Coordinate,
        limit: Int = regionLimit,
        registered: Set<Geofence.ID> = []
    ) throws(GeofenceError) -> RegionSelection {
        let limit = max(0, limit)
        try coordinate.check()
        let snapshot = self.snapshot
        let around = try lane(for: coordinate).around(coordinate, count: limit, in: snapshot)
        // Distances inside are negative, and the least negative one is nearest to the boundary.
        let inside = around.filter { $0.distance <= 0 }.sorted { ($0.distance, $1.fence) > ($1.distance, $0.fence) }
        let chosen = (inside + around.filter { $0.distance > 0 }).prefix(limit)
        return RegionSelection(chosen.compactMap { snapshot.id($0.fence) }, registered: registered)
    }
}
