internal import CGEOS

// SAFETY: both pointers belong to geometries that live for the call.

extension Geometry {
    /// Whether every point of `other` is in this geometry, its boundary included; prepares nothing.
    ///
    /// The corresponding C function is `GEOSCovers_r`.
    package func covers(_ other: borrowing Geometry) throws(GEOSError) -> Bool {
        let answer = unsafe GEOSCovers_r(context.handle, pointer, other.pointer)
        guard answer != 2 else { throw context.failure(of: "GEOSCovers_r") }
        return answer == 1
    }
}
