internal import GEOS
internal import Geofencing

/// Brings regions into well-known binary and back; one per thread.
struct RegionCoder {
    private let context: Context

    init() throws(GeofenceError) {
        do throws(GEOSError) { context = try Context() } catch { throw Self.failure(error) }
    }

    private static func failure(_ error: GEOSError) -> GeofenceError {
        GeofenceError(
            .invalidStore,
            "the region of a saved geofence cannot be read or written: \(error)",
            recovery: "Restore a backup of the store, or save the geofence again."
        )
    }

    /// The shape, which for a circle is its center.
    func wellKnownBinary(of region: Geofence.Region) throws(GeofenceError) -> [UInt8] {
        do throws(GEOSError) {
            switch region {
            case .circle(let center, _):
                return try Geometry(pointX: center.longitude, y: center.latitude, context: context).wkb()
            case .polygon(let polygon):
                let flat = Self.flat(polygon)
                return try Geometry(polygon: flat.coordinates, ringEnds: flat.ringEnds, context: context).wkb()
            case .multiPolygon(let polygons):
                return try Geometry(multiPolygon: polygons.map(Self.flat), context: context).wkb()
            }
        } catch {
            throw Self.failure(error)
        }
    }

    /// The region of a shape; with a radius it is a circle.
    func region(wellKnownBinary bytes: [UInt8], radius: Double?) throws(GeofenceError) -> Geofence.Region {
        if let radius { return .circle(center: try Self.point(bytes), radius: .meters(radius)) }
        let polygons: [(coordinates: [Double], ringEnds: [Int])]
        do throws(GEOSError) {
            polygons = try Geometry(wkb: bytes, context: context).polygons()
        } catch {
            throw Self.failure(error)
        }
        var shapes: [Polygon] = []
        for polygon in polygons { shapes.append(try Self.polygon(polygon)) }
        // The type is the second number of well-known binary; 6 is a MultiPolygon.
        return shapes.count == 1 && bytes.dropFirst().first != 6 ? .polygon(shapes[0]) : .multiPolygon(shapes)
    }

    /// The coordinate of a point: byte order, type, x, y.
    private static func point(_ bytes: [UInt8]) throws(GeofenceError) -> Coordinate {
        guard bytes.count == 21, bytes[0] == 1, bytes[1] == 1 else {
            throw GeofenceError(
                .invalidStore,
                "the center of a saved circle is not a point",
                recovery: "Restore a backup of the store, or save the geofence again."
            )
        }
        func number(_ start: Int) -> Double {
            Double(bitPattern: bytes[start..<(start + 8)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
        return Coordinate(latitude: number(13), longitude: number(5))
    }

    private static func flat(_ polygon: Polygon) -> (coordinates: [Double], ringEnds: [Int]) {
        var flat: (coordinates: [Double], ringEnds: [Int]) = ([], [])
        for ring in polygon.rings {
            for vertex in ring {
                flat.coordinates.append(vertex.longitude)
                flat.coordinates.append(vertex.latitude)
            }
            flat.ringEnds.append(flat.coordinates.count / 2)
        }
        return flat
    }

    private static func polygon(_ flat: (coordinates: [Double], ringEnds: [Int])) throws(GeofenceError) -> Polygon {
        var rings: [[Coordinate]] = []
        var first = 0
        for end in flat.ringEnds {
            rings.append(
                (first..<end).map {
                    Coordinate(latitude: flat.coordinates[2 * $0 + 1], longitude: flat.coordinates[2 * $0])
                }
            )
            first = end
        }
        return try Polygon(rings.first ?? [], holes: Array(rings.dropFirst()))
    }
}
