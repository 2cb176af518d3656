extension Circle {
    /// The geodesic distance in meters from a place to the boundary of a circle, negative inside; right to a millimeter.
    static func boundaryDistance(from place: Coordinate, around center: Coordinate, radius: Double) -> Double {
        let chord = EarthCentered(place).chordSquared(to: EarthCentered(center)).squareRoot()
        if chord <= ChordLength.limit { return ChordLength.distance(overChord: chord) - radius }
        return Geodesic.distance(
            latitude1: center.latitude,
            longitude1: center.longitude,
            latitude2: place.latitude,
            longitude2: place.longitude
        ) - radius
    }

    /// The share of a segment at which it meets the boundary of a circle for the last time, by the chord through the Earth, so
    /// for short segments and small circles; `nil` for others, and where there is none.
    static func lastMeeting(of segment: Segment, around center: Coordinate, radius: Double) -> Double? {
        guard radius < ChordLength.limit else { return nil }
        let start = EarthCentered(segment.start)
        let end = EarthCentered(segment.coordinate(at: 1))
        let middle = EarthCentered(center)
        let (wayX, wayY, wayZ) = (end.x - start.x, end.y - start.y, end.z - start.z)
        let (x, y, z) = (start.x - middle.x, start.y - middle.y, start.z - middle.z)
        let square = wayX * wayX + wayY * wayY + wayZ * wayZ
        guard square > 0, square < ChordLength.straight * ChordLength.straight else { return nil }
        let chord = ChordLength.chord(ofDistance: radius)
        let half = (x * wayX + y * wayY + z * wayZ) / square
        let rest = half * half - (x * x + y * y + z * z - chord * chord) / square
        guard rest >= 0 else { return nil }
        let (later, earlier) = (rest.squareRoot() - half, 0 - rest.squareRoot() - half)
        let last = later < 1 + 1e-6 ? later : earlier
        return last > -1e-6 && last < 1 + 1e-6 ? max(0, min(1, last)) : nil
    }
}
