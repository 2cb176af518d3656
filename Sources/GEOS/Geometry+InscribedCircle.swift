internal import CGEOS

// SAFETY: the line that GEOS hands over and the point that is made of it are freed here.

extension Geometry {
    /// A place inside that is about as far from the boundary as any: no other is farther by more than `tolerance`.
    ///
    /// The corresponding C function is `GEOSMaximumInscribedCircle_r`.
    ///
    /// - Parameter tolerance: More than 0, in units of the coordinates.
    package func deepestPlace(tolerance: Double) throws(GEOSError) -> (x: Double, y: Double) {
        let radius = unsafe GEOSMaximumInscribedCircle_r(context.handle, pointer, tolerance)
        guard let radius = unsafe radius else { throw context.failure(of: "GEOSMaximumInscribedCircle_r") }
        defer { unsafe GEOSGeom_destroy_r(context.handle, radius) }
        guard let center = unsafe GEOSGeomGetStartPoint_r(context.handle, radius) else {
            throw context.failure(of: "GEOSGeomGetStartPoint_r")
        }
        defer { unsafe GEOSGeom_destroy_r(context.handle, center) }
        var place = (x: 0.0, y: 0.0)
        guard unsafe GEOSGeomGetX_r(context.handle, center, &place.x) == 1,
            unsafe GEOSGeomGetY_r(context.handle, center, &place.y) == 1
        else { throw context.failure(of: "GEOSGeomGetX_r") }
        return place
    }
}
