extension Polygon {
    /// The rings with the outer one counterclockwise and holes clockwise, as RFC 7946 requires.
    var woundRings: [[Coordinate]] {
        rings.enumerated().map { number, ring in
            ring.isClockwise == (number > 0) ? ring : ring.reversed()
        }
    }
}

extension Geofence.Region {
    /// Returns whether both are the same shape, regardless of the direction of rings and the sign of zeros.
    package func isSameShape(as other: Geofence.Region) -> Bool {
        switch (self, other) {
        case (.circle, .circle): self == other
        case (.polygon(let one), .polygon(let other)): one.woundRings == other.woundRings
        case (.multiPolygon(let some), .multiPolygon(let others)): some.map(\.woundRings) == others.map(\.woundRings)
        default: false
        }
    }
}

extension [Coordinate] {
    /// Whether a closed ring runs clockwise once it is unwrapped into the plane. If a ring does not, its reverse does,
    /// unless both are equal.
    fileprivate var isClockwise: Bool {
        // The sum for a thin ring may have the sign of its rounding errors, so it is made in the same order for both.
        let isFirst = !reversed().lexicographicallyPrecedes(self) { one, other in
            (one.latitude, one.longitude) < (other.latitude, other.longitude)
        }
        let places = UnwrappedRing(isFirst ? self : reversed()).places
        guard let origin = places.first else { return false }
        let doubled = zip(places, places.dropFirst()).reduce(0.0) { sum, edge in
            let (from, to) = edge
            return sum + (from.longitude - origin.longitude) * (to.latitude - origin.latitude)
                - (to.longitude - origin.longitude) * (from.latitude - origin.latitude)
        }
        return (doubled < 0) == isFirst
    }
}
