internal import CGEOS

// SAFETY: the pointers to members and rings belong to the geometry, which outlives the calls. The buffer has room for
// the two numbers that GEOS writes for each vertex.

extension Geometry {
    /// Returns the polygons in the geometry and in its members; members of other kinds are left out.
    ///
    /// The corresponding C functions are `GEOSGetGeometryN_r`, `GEOSGetExteriorRing_r`, `GEOSGetInteriorRingN_r` and
    /// `GEOSCoordSeq_copyToBuffer_r`.
    package func polygons() throws(GEOSError) -> [FlatPolygon] {
        var result: [FlatPolygon] = []
        try unsafe collect(pointer, into: &result)
        return result
    }

    /// The number of members of a collection, empty ones included; 1 for a geometry that is not a collection. The
    /// corresponding C function is `GEOSGetNumGeometries_r`.
    package var memberCount: Int { Int(unsafe GEOSGetNumGeometries_r(context.handle, pointer)) }

    private func collect(
        _ member: OpaquePointer,
        into result: inout [FlatPolygon]
    ) throws(GEOSError) {
        let handle = unsafe context.handle
        let kind = UInt32(truncatingIfNeeded: unsafe GEOSGeomTypeId_r(handle, member))
        if kind == GEOS_POLYGON.rawValue {
            guard unsafe GEOSisEmpty_r(handle, member) == 0 else { return }
            var polygon = FlatPolygon()
            try unsafe append(GEOSGetExteriorRing_r(handle, member), to: &polygon)
            let holes = unsafe GEOSGetNumInteriorRings_r(handle, member)
            guard holes >= 0 else { throw context.failure(of: "GEOSGetNumInteriorRings_r") }
            for hole in 0..<holes {
                try unsafe append(GEOSGetInteriorRingN_r(handle, member, hole), to: &polygon)
            }
            result.append(polygon)
        } else if (GEOS_MULTIPOINT.rawValue...GEOS_GEOMETRYCOLLECTION.rawValue).contains(kind) {
            let members = unsafe GEOSGetNumGeometries_r(handle, member)
            guard members >= 0 else { throw context.failure(of: "GEOSGetNumGeometries_r") }
            for index in 0..<members {
                guard let inner = unsafe GEOSGetGeometryN_r(handle, member, index) else {
                    throw context.failure(of: "GEOSGetGeometryN_r")
                }
                try unsafe collect(inner, into: &result)
            }
        }
    }

    private func append(
        _ ring: OpaquePointer?,
        to polygon: inout FlatPolygon
    ) throws(GEOSError) {
        var count: UInt32 = 0
        guard let ring = unsafe ring, let sequence = unsafe GEOSGeom_getCoordSeq_r(context.handle, ring),
            unsafe GEOSCoordSeq_getSize_r(context.handle, sequence, &count) == 1
        else { throw context.failure(of: "GEOSGeom_getCoordSeq_r") }
        var buffer = [Double](repeating: 0, count: 2 * Int(count))
        guard unsafe GEOSCoordSeq_copyToBuffer_r(context.handle, sequence, &buffer, 0, 0) == 1 else {
            throw context.failure(of: "GEOSCoordSeq_copyToBuffer_r")
        }
        polygon.coordinates += buffer
        polygon.ringEnds.append(polygon.coordinates.count / 2)
    }
}
