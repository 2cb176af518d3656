/// The properties of the ellipsoid that the geodesic algorithms need.
enum Ellipsoid {
    /// The square root of the smallest normal number.
    static let tiny = 0x1p-511
    static let secondEccentricitySquared =
        WGS84.eccentricitySquared / ((1 - WGS84.flattening) * (1 - WGS84.flattening))

    /// Returns the reduced latitude; its cosine is positive even at a pole.
    static func reducedLatitude(_ degrees: Double) -> Direction {
        var beta = Direction(degrees: degrees)
        beta.sine *= 1 - WGS84.flattening
        beta = beta.normalized
        beta.cosine = max(tiny, beta.cosine)
        return beta
    }
}
