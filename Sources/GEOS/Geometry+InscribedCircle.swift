internal import CGEOS

// SAFETY: each object that GEOS makes is adopted by a geometry of its own.

extension Geometry {
    /// Returns an inner point that is about as far from the boundary as any: no other is farther by more than
    /// `tolerance`.
    ///
    /// The corresponding C function is `GEOSMaximumInscribedCircle_r`.
    ///
    /// - Parameter tolerance: The tolerance in units of the coordinates, greater than 0.
    package func deepestPlace(tolerance: Double) throws(GEOSError) -> (x: Double, y: Double) {
        let radius = try unsafe Geometry(
            adopting: GEOSMaximumInscribedCircle_r(context.handle, pointer, tolerance),
            from: "GEOSMaximumInscribedCircle_r",
            context: context
        )
        let center = try unsafe Geometry(
            adopting: GEOSGeomGetStartPoint_r(context.handle, radius.pointer),
            from: "GEOSGeomGetStartPoint_r",
            context: context
        )
        guard case .point(let x, let y) = center.kind else { throw context.failure(of: "GEOSGeomGetX_r") }
        return (x, y)
    }
}
