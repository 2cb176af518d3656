/// Short distances by the chord through the Earth.
enum ChordLength {
    /// Up to this chord in meters, the distance is right to 0.1 mm: the Earth's curvature varies by less than 1 %, and bends
    /// 10 km by 1 mm.
    static let limit = 10_000.0

    /// Up to this length in meters, a line that is straight in longitude and latitude lies within decimeters of its chord.
    static let straight = 3_000.0

    /// The geodesic distance in meters over a chord of at most `limit`.
    static func distance(overChord chord: Double) -> Double {
        chord * (1 + chord * chord / (24 * WGS84.meanRadius * WGS84.meanRadius))
    }

    /// The chord under a geodesic distance of at most `limit`, both in meters.
    static func chord(ofDistance distance: Double) -> Double {
        distance * (1 - distance * distance / (24 * WGS84.meanRadius * WGS84.meanRadius))
    }
}
