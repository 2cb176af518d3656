internal import GEOS

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension Geofence {
    /// Returns how far inside the geofence a point can be, in meters: the depth of a point that is about as deep as
    /// any.
    ///
    /// - Parameter scale: The size of the geofence in meters; the search for the deepest point is accurate to a
    ///   fiftieth of it.
    func depth(scale: Double) throws(GeofenceError) -> Double {
        if case .circle(_, let radius) = region { return radius.meters }
        let latitudes = region.polygons.flatMap { $0.exterior.lazy.map(\.latitude) }
        let middle = ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2
        // Makes degrees of longitude at the middle latitude as long as those of latitude.
        let width = max(cos(middle * .pi / 180), 0.01)
        var flat: [FlatPolygon] = []
        for polygon in region.polygons {
            var planar = try FenceValidator.layOut(polygon).flat
            for x in stride(from: 0, to: planar.coordinates.count, by: 2) { planar.coordinates[x] *= width }
            flat.append(planar)
        }
        let place: (x: Double, y: Double)
        do throws(GEOSError) {
            let geometry = try Geometry(multiPolygon: flat, context: Context())
            place = try geometry.deepestPlace(tolerance: scale / 50 / WGS84.longestDegree)
        } catch {
            throw GeofenceError(error)
        }
        var registered = self
        registered.isActive = true
        let center = Coordinate(latitude: place.y, longitude: (place.x / width).remainder(dividingBy: 360))
        return try -GeofenceEngine([registered]).distance(from: center, to: id).meters
    }
}
