internal import GEOS

extension FenceValidator {
    /// Returns polygons in the plane with longitudes in -180 ... 180, so that what they share on the Earth they also
    /// share in the plane. Polygons that reach beyond the antimeridian are made valid and cut there.
    ///
    /// Polygons that had already been cut there, and so share a border on the Earth, do not share it in the plane.
    func cutAtAntimeridian(_ members: [ValidatedMember]) throws(GEOSError) -> [FlatPolygon] {
        let corners: [Double] = [-180, -90, 180, -90, 180, 90, -180, 90, -180, -90]
        let window = try Geometry(FlatPolygon(coordinates: corners, ringEnds: [5]), context: context)
        var polygons: [FlatPolygon] = []
        for member in members {
            guard member.planar.reachesBeyondAntimeridian else {
                polygons.append(member.planar.flat)
                continue
            }
            var pieces: [FlatPolygon] = []
            for copy in member.planar.copies {
                let valid = try Geometry(copy.flat, context: context).makeValid()
                pieces += try valid.intersection(with: window).polygons()
            }
            // A polygon around a pole meets itself where it was closed.
            polygons += try Geometry(multiPolygon: pieces, context: context).makeValid().polygons()
        }
        return polygons
    }
}

extension PlanarPolygon {
    var reachesBeyondAntimeridian: Bool { box.minX < -180 || box.maxX > 180 }

    /// The polygon in the form that GEOS takes.
    var flat: FlatPolygon { FlatPolygon(coordinates: coordinates, ringEnds: ringEnds) }
}
