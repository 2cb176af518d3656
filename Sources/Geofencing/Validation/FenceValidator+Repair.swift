internal import GEOS

extension FenceValidator {
    /// Makes a geofence valid: each ring on its own, with overlapping polygons united and parts without area dropped.
    ///
    /// The corresponding C function is `GEOSMakeValidWithParams_r` with `GEOS_MAKE_VALID_STRUCTURE`.
    ///
    /// - Throws: What `check(_:at:)` throws if nothing can be made of the geofence: for circles, for rings around a
    ///   pole that do not determine which pole, for polygons without any area, and for what is wrong besides the shape.
    package func repaired(
        _ geofence: Geofence,
        at location: InputLocation = InputLocation()
    ) throws(GeofenceError) -> GeofenceRepair {
        let errors = findings(in: geofence, at: location).filter { $0.severity == .error }
        guard let first = errors.first else { return GeofenceRepair(geofence: geofence, areaChange: 0) }
        guard Self.findings(besideTheShapeOf: geofence, at: location).isEmpty else { throw GeofenceError(first) }
        var members: [ValidatedMember] = []
        for polygon in geofence.region.polygons {
            do throws(GeofenceError) {
                members.append(ValidatedMember(planar: try Self.layOut(polygon), firstRing: 0))
            } catch {
                throw GeofenceError(first)
            }
        }
        guard !members.isEmpty else { throw GeofenceError(first) }
        var repair: GeofenceRepair?
        do throws(GEOSError) {
            let drawn = try Geometry(multiPolygon: members.map(\.planar.flat), context: context)
            // A single polygon stays where it is; several must each lie where they meet the others.
            let valid =
                members.count == 1
                ? try drawn.makeValid()
                : try Geometry(multiPolygon: cutAtAntimeridian(members), context: context).makeValid()
            let area = try valid.area()
            let parts = try valid.polygons().compactMap(Self.polygon)
            if area > 0, let only = parts.first {
                var result = geofence
                result.region = parts.count == 1 ? .polygon(only) : .multiPolygon(parts)
                repair = GeofenceRepair(geofence: result, areaChange: (area - (try drawn.area())) / area)
            }
        } catch {
            throw GeofenceError(error, at: first.location)
        }
        guard var repair else { throw GeofenceError(first) }
        // The parts of one polygon may meet across the antimeridian.
        if members.count == 1, case .multiPolygon = repair.geofence.region,
            findings(in: repair.geofence).contains(where: { $0.severity == .error })
        {
            let united = try repaired(repair.geofence, at: location)
            repair.geofence = united.geofence
            repair.areaChange = 1 - (1 - repair.areaChange) * (1 - united.areaChange)
        }
        return repair
    }

    /// Creates a polygon from planar coordinates, inserting vertices into edges that would otherwise be taken the short
    /// way.
    ///
    /// Returns `nil` if it is not on the Earth, or has too few distinct vertices and so no meaningful area.
    private static func polygon(_ part: FlatPolygon) -> Polygon? {
        let rings = part.rings.map { corners in
            corners.reduce(into: [Coordinate]()) { ring, place in
                if let before = ring.last { ring += cuts(from: before, to: place) }
                ring.append(place)
            }
        }
        guard let exterior = rings.first else { return nil }
        return try? Polygon(exterior, holes: Array(rings.dropFirst()))
    }

    private static func cuts(from start: Coordinate, to end: Coordinate) -> [Coordinate] {
        let span = end.longitude - start.longitude
        guard abs(span) > 180, abs(start.longitude) != 180 || abs(end.longitude) != 180 else { return [] }
        return [1.0, 2].map { third in
            Coordinate(
                latitude: start.latitude + (end.latitude - start.latitude) * third / 3,
                longitude: start.longitude + span * third / 3
            )
        }
    }
}
