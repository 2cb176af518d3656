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
    ///   fiftieth of it, or to a hundred-thousandth of the extent if that is more.
    func depth(scale: Double) throws(GeofenceError) -> Double {
        if case .circle(_, let radius) = region { return radius.meters }
        let latitudes = region.polygons.flatMap { $0.exterior.lazy.map(\.latitude) }
        let middle = ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2
        // Makes degrees of longitude at the middle latitude as long as those of latitude.
        let width = max(cos(middle * .pi / 180), 0.01)
        var flat: [FlatPolygon] = []
        var box = Box.empty
        for polygon in region.polygons {
            var planar = try FenceValidator.layOut(polygon).flat
            for x in stride(from: 0, to: planar.coordinates.count, by: 2) {
                planar.coordinates[x] *= width
                box.enlarge(x: planar.coordinates[x], y: planar.coordinates[x + 1])
            }
            flat.append(planar)
        }
        // A long strip is about as deep everywhere along its middle, and all of that is searched: a finer search of a
        // very thin one would not end in reasonable time.
        let finest = max(box.maxX - box.minX, box.maxY - box.minY) / 100_000
        let place: (x: Double, y: Double)
        do throws(GEOSError) {
            let geometry = try Geometry(multiPolygon: flat, context: Context())
            place = try geometry.deepestPlace(tolerance: max(scale / 50 / WGS84.longestDegree, finest))
        } catch {
            throw GeofenceError(error)
        }
        var registered = self
        registered.isActive = true
        let center = Coordinate(latitude: place.y, longitude: (place.x / width).remainder(dividingBy: 360))
        return try -GeofenceEngine([registered]).distance(from: center, to: id).meters
    }
}
