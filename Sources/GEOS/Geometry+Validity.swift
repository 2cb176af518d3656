internal import CGEOS

// SAFETY: strings and points that GEOS returns are copied and freed here.

/// Why a geometry is not valid, and where.
package struct Invalidity: Sendable, Hashable {
    /// The reason in GEOS's words, such as "Self-intersection".
    package var reason: String

    /// The position of the defect, if GEOS gives one.
    package var place: Place?

    /// A position in the plane.
    package struct Place: Sendable, Hashable {
        package var x: Double
        package var y: Double
    }
}

extension Geometry {
    /// Returns why the geometry is not valid as defined by the OGC, or `nil` if it is valid; an empty geometry is
    /// valid.
    ///
    /// The corresponding C function is `GEOSisValidDetail_r`.
    ///
    /// - Complexity: O(*n* log *n*) for *n* vertices, on average.
    package func invalidity() throws(GEOSError) -> Invalidity? {
        var reason: UnsafeMutablePointer<CChar>?
        var location: OpaquePointer?
        let answer = unsafe GEOSisValidDetail_r(context.handle, pointer, 0, &reason, &location)
        defer {
            if let reason = unsafe reason { unsafe GEOSFree_r(context.handle, reason) }
            if let location = unsafe location { unsafe GEOSGeom_destroy_r(context.handle, location) }
        }
        guard answer != 2 else { throw context.failure(of: "GEOSisValidDetail_r") }
        guard answer == 0 else { return nil }
        let words = unsafe reason.map { unsafe String(cString: $0) }
        var result = Invalidity(reason: words ?? "Invalid", place: nil)
        var place = Invalidity.Place(x: 0, y: 0)
        if let location = unsafe location,
            unsafe GEOSGeomGetX_r(context.handle, location, &place.x) == 1,
            unsafe GEOSGeomGetY_r(context.handle, location, &place.y) == 1
        {
            result.place = place
        }
        return result
    }

    /// Whether the geometry contains no points.
    ///
    /// The corresponding C function is `GEOSisEmpty_r`.
    package var isEmpty: Bool { unsafe GEOSisEmpty_r(context.handle, pointer) == 1 }

    /// Returns the area in the plane, in square units of the coordinates.
    ///
    /// The corresponding C function is `GEOSArea_r`.
    package func area() throws(GEOSError) -> Double {
        var area = 0.0
        guard unsafe GEOSArea_r(context.handle, pointer, &area) == 1 else { throw context.failure(of: "GEOSArea_r") }
        return area
    }
}
