extension Polygon {
    /// The rings, the outer one counterclockwise and holes clockwise, as RFC 7946 has them.
    package var woundRings: [[Coordinate]] {
        rings.enumerated().map { number, ring in
            ring.isClockwise == (number > 0) ? ring : ring.reversed()
        }
    }
}

extension Geofence.Region {
    /// Whether both have the same polygons, whichever way their rings run; no circle has any.
    package func hasSamePolygons(as other: Geofence.Region) -> Bool {
        switch (self, other) {
        case (.polygon(let one), .polygon(let other)): one.woundRings == other.woundRings
        case (.multiPolygon(let some), .multiPolygon(let others)): some.map(\.woundRings) == others.map(\.woundRings)
        default: false
        }
    }
}

extension [Coordinate] {
    /// Whether a closed ring runs clockwise; an edge of more than 180° of longitude is taken the short way.
    fileprivate var isClockwise: Bool {
        var doubled = 0.0
        var x = 0.0
        for index in indices.dropFirst() {
            let (from, to) = (self[index - 1], self[index])
            var step = to.longitude - from.longitude
            if step > 180 && step < 360 { step -= 360 } else if step < -180 && step > -360 { step += 360 }
            doubled += x * (to.latitude - self[0].latitude) - (x + step) * (from.latitude - self[0].latitude)
            x += step
        }
        return doubled < 0
    }
}
