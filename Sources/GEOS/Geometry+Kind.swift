internal import CGEOS

// SAFETY: the pointer belongs to the geometry, which outlives the calls.

extension Geometry {
    /// The kind of a geometry.
    package enum Kind: Sendable, Hashable {
        case point(x: Double, y: Double)
        case polygon
        case multiPolygon
        /// Any other kind, or a point without coordinates.
        case other
    }

    /// The kind of the geometry. The corresponding C functions are `GEOSGeomTypeId_r`, `GEOSGeomGetX_r` and
    /// `GEOSGeomGetY_r`.
    package var kind: Kind {
        switch UInt32(truncatingIfNeeded: unsafe GEOSGeomTypeId_r(context.handle, pointer)) {
        case GEOS_POLYGON.rawValue: return .polygon
        case GEOS_MULTIPOLYGON.rawValue: return .multiPolygon
        case GEOS_POINT.rawValue:
            var (x, y) = (0.0, 0.0)
            guard unsafe GEOSGeomGetX_r(context.handle, pointer, &x) == 1,
                unsafe GEOSGeomGetY_r(context.handle, pointer, &y) == 1
            else { return .other }
            return .point(x: x, y: y)
        default: return .other
        }
    }

    /// The identifier of the reference system that the geometry came with; 0 if it came with none. The corresponding C
    /// function is `GEOSGetSRID_r`.
    package var srid: Int { Int(unsafe GEOSGetSRID_r(context.handle, pointer)) }
}
