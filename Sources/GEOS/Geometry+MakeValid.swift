internal import CGEOS

// SAFETY: the parameters live from their creation to the end of the function; the result is owned by a `Geometry`.

extension Geometry {
    /// Returns a valid geometry made from this one: rings are made valid, shells united and holes cut out; parts that
    /// collapse to lines and points are dropped.
    ///
    /// The corresponding C function is `GEOSMakeValidWithParams_r` with `GEOS_MAKE_VALID_STRUCTURE`.
    package func makeValid() throws(GEOSError) -> Geometry {
        guard let parameters = unsafe GEOSMakeValidParams_create_r(context.handle) else {
            throw context.failure(of: "GEOSMakeValidParams_create_r")
        }
        defer { unsafe GEOSMakeValidParams_destroy_r(context.handle, parameters) }
        _ = unsafe GEOSMakeValidParams_setMethod_r(context.handle, parameters, GEOS_MAKE_VALID_STRUCTURE)
        _ = unsafe GEOSMakeValidParams_setKeepCollapsed_r(context.handle, parameters, 0)
        return try unsafe Geometry(
            adopting: GEOSMakeValidWithParams_r(context.handle, pointer, parameters),
            from: "GEOSMakeValidWithParams_r",
            context: context
        )
    }
}
