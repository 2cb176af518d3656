internal import CGEOS

// SAFETY: both pointers belong to geometries that live for the duration of the call; the result is owned by a
// `Geometry`.

extension Geometry {
    /// Returns what both geometries have in common; both must be valid.
    ///
    /// The corresponding C function is `GEOSIntersection_r`.
    package func intersection(with other: borrowing Geometry) throws(GEOSError) -> Geometry {
        try unsafe Geometry(
            adopting: GEOSIntersection_r(context.handle, pointer, other.pointer),
            from: "GEOSIntersection_r",
            context: context
        )
    }
}
