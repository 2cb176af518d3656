extension GeofenceEngine {
    /// Returns the geofences that the path between two points passes through although neither point is in them, ordered
    /// by entry, then identifier. A geofence appears once per passage.
    ///
    /// The path is straight in longitude and latitude and takes the short way around the Earth. The boundary counts as
    /// inside, but a path that only touches it, or is inside for less than 1 mm, does not pass through. Circles are
    /// measured on the WGS 84 ellipsoid. Shares of the path are accurate to a micrometer, less so where an edge is
    /// nearly parallel to it.
    ///
    /// - Complexity: O(log *n* + edges and circles near the path). The first call builds a tree over all geofences; the
    ///   first one after an edit builds a tree over the latest edits, or over all once they are merged into the index.
    /// - Throws: `invalidCoordinate`; `geometryEngine` if GEOS runs out of memory.
    public func passages(from start: Coordinate, to end: Coordinate) throws(GeofenceError) -> [Passage] {
        try start.check()
        try end.check()
        let snapshot = self.snapshot
        let found = try lane(for: start).passages(from: start, to: end, in: snapshot)
        return found.compactMap { found in
            snapshot.fence(found.fence).map {
                Passage(geofence: $0.id, entry: found.stretch.entry, exit: found.stretch.exit)
            }
        }.sorted { ($0.entry, $0.geofence) < ($1.entry, $1.geofence) }
    }
}
