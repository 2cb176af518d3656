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
        if let isClockwise = isPlainlyClockwise { return isClockwise }
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

    /// Whether the ring runs clockwise, where this is certain without unwrapping it and in spite of rounding.
    private var isPlainlyClockwise: Bool? {
        guard let origin = first else { return nil }
        var (x, y, width) = (0.0, 0.0, 0.0)
        var (doubled, magnitude) = (0.0, 0.0)
        for corner in dropFirst() {
            let (east, north) = (corner.longitude - origin.longitude, corner.latitude - origin.latitude)
            doubled += x * north - east * y
            magnitude += abs(x * north) + abs(east * y)
            width = Swift.max(width, abs(east))
            (x, y) = (east, north)
        }
        // Corners within 90° of the first are within 180° of each other, so no edge crosses the antimeridian.
        guard width < 90, abs(doubled) > magnitude * Double(count) * 1e-15 else { return nil }
        return doubled < 0
    }
}
