/// Shortest paths on the WGS 84 ellipsoid.
///
/// C. F. F. Karney, "Algorithms for geodesics", Journal of Geodesy 87, 43-55 (2013),
/// doi:10.1007/s00190-012-0578-z, with series of order 6. The error is below 20 nm.
enum Geodesic {
    /// Returns the length of the shortest path between two points in meters; latitudes in -90 ... 90, longitudes in any
    /// turn.
    static func distance(_ one: Coordinate, _ other: Coordinate) -> Double {
        solveInverse(one.latitude, one.longitude, other.latitude, other.longitude).distance
    }
}

extension Coordinate {
    /// Returns the length of the shortest path on the WGS 84 ellipsoid: the geodesic distance.
    ///
    /// Accurate to 20 nm between any two valid coordinates, poles and antipodes included; NaN if one of them is not
    /// finite. Karney's algorithm (2013).
    ///
    /// - Complexity: O(1), about a microsecond.
    public func distance(to other: Coordinate) -> Distance {
        guard isFinite, other.isFinite else { return .meters(.nan) }
        return .meters(Geodesic.distance(self, other))
    }
}
