internal import GEOS

extension FenceValidator {
    /// Makes a geofence valid: each ring on its own, with holes outside their outer ring made polygons, overlapping
    /// polygons united and parts without area dropped.
    ///
    /// - Throws: What `check(_:at:)` throws if nothing can be made of the geofence: for circles, for rings around a
    ///   pole that do not determine which pole, for polygons without any area, and for what is wrong besides the shape.
    package func repaired(
        _ geofence: Geofence,
        at location: InputLocation = InputLocation()
    ) throws(GeofenceError) -> GeofenceRepair {
        var repair = GeofenceRepair(geofence: geofence, areaChange: 0)
        guard let first = firstError(in: geofence, at: location) else { return repair }
        guard Self.findings(besideTheShapeOf: geofence, at: location).isEmpty else { throw GeofenceError(first) }
        // What was a part or a hole of an invalid polygon may meet another part across the antimeridian, which shows
        // only once it is a polygon of its own. In every known case another round suffices.
        for _ in 0..<3 {
            guard let round = try unitedOnce(repair.geofence, at: first.location) else { break }
            repair.geofence = round.geofence
            repair.areaChange += round.areaChange - repair.areaChange * round.areaChange
            if firstError(in: repair.geofence, at: location) == nil { return repair }
        }
        throw GeofenceError(first)
    }

    private func firstError(in geofence: Geofence, at location: InputLocation) -> GeofenceFinding? {
        findings(in: geofence, at: location).first { $0.severity == .error }
    }

    /// Returns the geofence with its polygons made valid and united in the plane, or `nil` if nothing can be made of
    /// them.
    private func unitedOnce(
        _ geofence: Geofence,
        at location: InputLocation
    ) throws(GeofenceError) -> GeofenceRepair? {
        var members: [ValidatedMember] = []
        for polygon in geofence.region.polygons {
            do throws(GeofenceError) {
                members.append(ValidatedMember(planar: try Self.layOut(polygon), firstRing: 0))
            } catch {
                return nil
            }
        }
        guard !members.isEmpty else { return nil }
        do throws(GEOSError) {
            let drawn = try Geometry(multiPolygon: members.map(\.planar.flat), context: context)
            // A single polygon stays where it is; several must each lie where they meet the others.
            let valid =
                members.count == 1
                ? try drawn.makeValid()
                : try Geometry(multiPolygon: cutAtAntimeridian(members), context: context).makeValid()
            let area = try valid.area()
            let parts = try valid.polygons().compactMap(Self.polygon)
            guard area > 0, let only = parts.first else { return nil }
            var result = geofence
            result.region = parts.count == 1 ? .polygon(only) : .multiPolygon(parts)
            return GeofenceRepair(geofence: result, areaChange: (area - (try drawn.area())) / area)
        } catch {
            throw GeofenceError(error, at: location)
        }
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
