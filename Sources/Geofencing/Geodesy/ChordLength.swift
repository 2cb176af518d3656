/// Short distances computed from the chord through the Earth.
enum ChordLength {
    /// Up to this chord in meters, the distance is accurate to 0.1 mm: the Earth's curvature varies by less than 1 %,
    /// and adds 1 mm to 10 km.
    static let limit = 10_000.0

    /// Returns whether a line that is straight in longitude and latitude, and whose chord has this square, is at most 3
    /// km long and stays within a quarter of a meter of its chord: it deviates by chord² · tan φ / 8 R, which is large
    /// near a pole.
    static func isStraight(_ square: Double, from start: EarthCentered, to end: EarthCentered) -> Bool {
        guard square < 3_000 * 3_000 else { return false }
        let most = 0.25 * 8 * WGS84.meanRadius
        func isStraight(at place: EarthCentered) -> Bool {
            // Apart from the flattening, the tangent of the latitude is z divided by the distance from the axis.
            square * square * place.z * place.z <= most * most * (place.x * place.x + place.y * place.y)
        }
        return isStraight(at: start) && isStraight(at: end)
    }

    /// Returns the geodesic distance in meters over a chord of at most `limit`.
    static func distance(overChord chord: Double) -> Double {
        chord * (1 + chord * chord / (24 * WGS84.meanRadius * WGS84.meanRadius))
    }

    /// Returns the chord of a geodesic distance of at most `limit`, both in meters.
    static func chord(ofDistance distance: Double) -> Double {
        distance * (1 - distance * distance / (24 * WGS84.meanRadius * WGS84.meanRadius))
    }
}
