internal import GEOS
internal import Geofencing

/// Converts regions to well-known binary, which `RegionDecoder` reads; use one coder per thread.
struct RegionCoder {
    private let context: Context

    init() throws(GeofenceError) {
        do throws(GEOSError) { context = try Context() } catch { throw GeofenceError(error) }
    }

    /// Returns the shape of a region, which for a circle is its center.
    func wellKnownBinary(of region: Geofence.Region) throws(GeofenceError) -> [UInt8] {
        do throws(GEOSError) {
            switch region {
            case .circle(let center, _):
                return try Geometry(pointX: center.longitude, y: center.latitude, context: context).wkb()
            case .polygon(let polygon):
                return try Geometry(Self.flat(polygon), context: context).wkb()
            case .multiPolygon(let polygons):
                return try Geometry(multiPolygon: polygons.map(Self.flat), context: context).wkb()
            }
        } catch {
            throw GeofenceError(error)
        }
    }

    private static func flat(_ polygon: Polygon) -> FlatPolygon {
        var flat = FlatPolygon()
        for ring in polygon.rings {
            for vertex in ring {
                flat.coordinates.append(vertex.longitude)
                flat.coordinates.append(vertex.latitude)
            }
            flat.ringEnds.append(flat.coordinates.count / 2)
        }
        return flat
    }
}
