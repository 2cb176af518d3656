internal import GEOS

extension FenceValidator {
    /// Polygons in the plane as they lie on the Earth, each place in one of -180 ... 180, so that what they have in common
    /// there they have in common in the plane: those that reach beyond the antimeridian are made valid and cut there.
    ///
    /// Polygons that were cut there before, and so have a border in common on the Earth, have none in the plane.
    func cutAtAntimeridian(_ members: [ValidatedMember]) throws(GEOSError) -> [FlatPolygon] {
        let window = try Geometry(
            polygon: [-180, -90, 180, -90, 180, 90, -180, 90, -180, -90],
            ringEnds: [5],
            context: context
        )
        var polygons: [FlatPolygon] = []
        for member in members {
            guard member.planar.reachesBeyondAntimeridian else {
                polygons.append(member.planar.flat)
                continue
            }
            var pieces: [FlatPolygon] = []
            for copy in member.planar.copies {
                let valid = try Geometry(polygon: copy.coordinates, ringEnds: copy.ringEnds, context: context)
                    .makeValid()
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

    /// As GEOS takes it.
    var flat: FlatPolygon { FlatPolygon(coordinates: coordinates, ringEnds: ringEnds) }
}
