extension Geofence {
    /// Returns everything that is wrong or doubtful about the geofence: what keeps engines and stores from taking it,
    /// and warnings. Empty if there is nothing.
    ///
    /// ```swift
    /// for finding in try lake.findings() { print(finding) }
    /// let repair = try lake.repaired()
    /// if repair.areaChange != 0 { print("the area changed by \(repair.areaChange) of \(repair.geofence)") }
    /// ```
    ///
    /// The findings are those of `GeofenceFile.findings(threads:)` for a geofence that could be read, active or not,
    /// except what shows only among several: identifiers that occur twice, and unlikely radii. Their locations name
    /// the geofence, ring and vertex.
    ///
    /// - Throws: `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: O(*n*) for polygons whose whole ring can be seen from their middle, O(*n* log *n*) on average for
    ///   others, with *n* vertices. Each call sets up GEOS anew.
    public func findings() throws(GeofenceError) -> [GeofenceFinding] { try FenceValidator().findings(in: self) }

    /// Returns the geofence made valid: each ring on its own, with holes outside their outer ring made polygons,
    /// overlapping polygons united and parts without area dropped. A geofence without errors stays as it is.
    ///
    /// This is what `geofence lint --repair` and `--repair` of other verbs do. Only the shape of polygons changes, and
    /// an engine takes the result. What is only doubtful stays, such as an edge of more than half the Earth.
    ///
    /// - Throws: The first error of `findings()`, as an engine would throw it, if nothing can be made of the geofence:
    ///   `invalidIdentifier`, `invalidRules`, `invalidRadius`, `invalidCoordinate`, or `invalidPolygon` for polygons
    ///   without area and for rings around a pole that do not determine which pole; `geometryEngine` if GEOS runs out
    ///   of memory.
    /// - Complexity: O(*n* log *n*) on average for *n* vertices. Each call sets up GEOS anew.
    public func repaired() throws(GeofenceError) -> GeofenceRepair { try FenceValidator().repaired(self) }
}
