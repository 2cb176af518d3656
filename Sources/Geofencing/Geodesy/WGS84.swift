/// The WGS 84 ellipsoid: NIMA TR8350.2, "Department of Defense World Geodetic System 1984", table 3.1.
enum WGS84 {
    /// The equatorial radius in meters.
    static let equatorialRadius = 6_378_137.0
    /// The flattening.
    static let flattening = 1 / 298.257223563
    /// The third flattening, f / (2 - f).
    static let thirdFlattening = (1 / 298.257223563) / (2 - 1 / 298.257223563)
    /// The polar radius in meters.
    static let polarRadius = 6_378_137.0 * (1 - 1 / 298.257223563)
    /// The square of the first eccentricity.
    static let eccentricitySquared = (1 / 298.257223563) * (2 - 1 / 298.257223563)
    /// The mean radius (2 a + b) / 3 in meters.
    static let meanRadius = 6_371_008.771
    /// The smallest radius of curvature in meters, b² / a: along the meridian at the equator.
    static let smallestCurvatureRadius =
        6_378_137.0 * (1 - 1 / 298.257223563) * (1 - 1 / 298.257223563)
    /// The largest radius of curvature in meters, a² / b: at a pole.
    static let largestCurvatureRadius = 6_378_137.0 / (1 - 1 / 298.257223563)
    /// An upper bound on the length of a degree of latitude or longitude, in meters.
    static let longestDegree = 111_700.0
    /// Half a meridian ellipse in meters, rounded up: no two points are farther apart.
    static let longestDistance = 20_003_931.458_626
}
