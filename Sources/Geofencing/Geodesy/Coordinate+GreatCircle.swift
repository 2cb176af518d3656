#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension Coordinate {
    /// Returns the distance on a sphere of radius 6,371,008.771 m (the mean radius of WGS 84) by the haversine formula.
    ///
    /// Differs from `distance(to:)` by up to 0.6 %; meant for comparison with software that uses this formula. No
    /// result of this library depends on it. NaN if one of the coordinates is not finite.
    public func greatCircleDistance(to other: Coordinate) -> Distance {
        guard isFinite, other.isFinite else { return .meters(.nan) }
        let radians = Angle.radiansPerDegree
        let latitudes = sin((other.latitude - latitude) * radians / 2)
        let longitudes = sin((other.longitude - longitude) * radians / 2)
        let haversine =
            latitudes * latitudes
            + cos(latitude * radians) * cos(other.latitude * radians) * longitudes * longitudes
        return .meters(2 * WGS84.meanRadius * asin(min(1, haversine.squareRoot())))
    }
}
