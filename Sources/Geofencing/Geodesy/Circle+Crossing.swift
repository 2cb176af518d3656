extension Circle {
    /// Returns the geodesic distance in meters from a point to the boundary of a circle, negative inside; accurate to a
    /// millimeter.
    static func boundaryDistance(from place: Coordinate, around center: Coordinate, radius: Double) -> Double {
        let chord = EarthCentered(place).chordSquared(to: EarthCentered(center)).squareRoot()
        if chord <= ChordLength.limit { return ChordLength.distance(overChord: chord) - radius }
        return Geodesic.distance(center, place) - radius
    }

    /// Returns the share of a segment at which it last leaves a circle, or at which it last enters it; `nil` if it does
    /// not.
    ///
    /// Uses the chord through the Earth where that is close enough to the segment; long segments, circles of 10 km and
    /// more, and segments near a pole take about 20 geodesics.
    static func lastIntersection(
        of segment: Segment,
        around center: Coordinate,
        radius: Double,
        isExit: Bool
    ) -> Double? {
        let start = EarthCentered(segment.start)
        let end = EarthCentered(segment.coordinate(at: 1))
        let middle = EarthCentered(center)
        let (wayX, wayY, wayZ) = (end.x - start.x, end.y - start.y, end.z - start.z)
        let (x, y, z) = (start.x - middle.x, start.y - middle.y, start.z - middle.z)
        let square = wayX * wayX + wayY * wayY + wayZ * wayZ
        guard square > 0 else { return nil }
        guard radius < ChordLength.limit, ChordLength.isStraight(square, from: start, to: end)
        else {
            let circle = try? Circle(center: center, radius: .meters(radius))
            return circle?.stretches(of: segment).last.map { isExit ? $0.exit : $0.entry }
        }
        let chord = ChordLength.chord(ofDistance: radius)
        let half = (x * wayX + y * wayY + z * wayZ) / square
        let rest = half * half - (x * x + y * y + z * z - chord * chord) / square
        guard rest >= 0 else { return nil }
        let share = (isExit ? rest.squareRoot() : 0 - rest.squareRoot()) - half
        return share > -1e-6 && share < 1 + 1e-6 ? max(0, min(1, share)) : nil
    }
}
