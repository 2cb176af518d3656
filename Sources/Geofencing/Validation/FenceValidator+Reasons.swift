internal import GEOS

extension FenceValidator {
    /// Returns the code for a reason in GEOS's words (`TopologyValidationError::getMessage`).
    static func code(of invalidity: Invalidity) -> GeofenceFinding.Code {
        switch invalidity.reason {
        case "Self-intersection", "Ring Self-intersection", "Duplicate Rings": .selfIntersection
        case "Hole lies outside shell": .holeOutsideShell
        case "Holes are nested": .nestedHoles
        case "Nested shells": .overlappingPolygons
        case "Interior is disconnected": .disconnectedInterior
        case "Too few points in geometry component": .degenerate
        default: .invalidPolygon
        }
    }

    /// Returns the finding for what GEOS reported, with the ring and vertex nearest to its location.
    func finding(
        _ invalidity: Invalidity,
        _ code: GeofenceFinding.Code,
        _ members: [ValidatedMember],
        at location: InputLocation
    ) -> GeofenceFinding {
        var location = location
        var message = invalidity.reason
        if code == .degenerate { message = "the polygon encloses no area (\(message))" }
        if code == .overlappingPolygons { message = "polygons of the geofence overlap or share a border (\(message))" }
        if let place = invalidity.place {
            if let nearest = Self.nearestVertex(x: place.x, y: place.y, in: members) {
                (location.ring, location.vertex) = nearest
            }
            let longitude = abs(place.x) <= 180 ? place.x : place.x - 360 * (place.x / 360).rounded()
            message += " at \(Coordinate(latitude: place.y, longitude: longitude))"
        }
        return GeofenceFinding(
            .error,
            code,
            message,
            at: location,
            recovery: code == .degenerate
                ? "Redraw the polygon or remove it; it cannot be repaired, because there is no area to keep."
                : """
                Redraw the polygon there, or repair it with `geofence lint --repair` or, in code, `repaired()`; \
                \(FenceProblem.skippingAdvice)
                """
        )
    }

    private static func nearestVertex(
        x: Double,
        y: Double,
        in members: [ValidatedMember]
    ) -> (ring: Int?, vertex: Int?)? {
        var nearest: (ring: Int?, vertex: Int?)?
        var least = Double.infinity
        for member in members {
            var start = 0
            for (ring, end) in member.planar.ringEnds.enumerated() {
                // The last vertex of a ring repeats its first.
                for vertex in start..<max(start, end - 1) {
                    let dx = (member.planar.coordinates[2 * vertex] - x).remainder(dividingBy: 360)
                    let dy = member.planar.coordinates[2 * vertex + 1] - y
                    if dx * dx + dy * dy < least {
                        least = dx * dx + dy * dy
                        nearest = (member.firstRing + ring, vertex - start)
                    }
                }
                start = end
            }
        }
        return nearest
    }
}
