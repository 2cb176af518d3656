extension Coordinate {
    /// Returns an upper bound in meters on the distance to `other`.
    func distanceBound(to other: Coordinate) -> Double {
        let turn = abs(longitude - other.longitude)
        let isOneSided = latitude.sign == other.latitude.sign
        let equatorward = isOneSided ? min(abs(latitude), abs(other.latitude)) * Angle.radiansPerDegree : 0
        // No degree of latitude is longer than 111.7 km, nor is one of longitude at the equator. The cosine does not
        // exceed its first terms.
        let square = equatorward * equatorward
        let cosine = 1 - square / 2 + square * square / 24
        let (x, y) = (min(turn, 360 - turn) * cosine, latitude - other.latitude)
        return (x * x + y * y).squareRoot() * WGS84.longestDegree
    }
}
