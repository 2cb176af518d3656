internal import CGEOS

// SAFETY: both pointers belong to geometries that live for the duration of the call.

extension Geometry {
    /// Returns whether every point of `other` is in this geometry, its boundary included, without preparing either.
    ///
    /// The corresponding C function is `GEOSCovers_r`.
    package func covers(_ other: borrowing Geometry) throws(GEOSError) -> Bool {
        let answer = unsafe GEOSCovers_r(context.handle, pointer, other.pointer)
        guard answer != 2 else { throw context.failure(of: "GEOSCovers_r") }
        return answer == 1
    }
}
