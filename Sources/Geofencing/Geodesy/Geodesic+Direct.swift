#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension Geodesic {
    /// The place reached from `start` after `distance` meters along the geodesic that leaves at `azimuth` degrees,
    /// clockwise from north; its longitude is in -180 ... 180.
    package static func direct(from start: Coordinate, azimuth: Double, distance: Double) -> Coordinate {
        let alpha1 = Direction(degrees: Angle.rounded(azimuth))
        let beta1 = Ellipsoid.reducedLatitude(Angle.rounded(start.latitude))

        // The auxiliary sphere: α₀ at the equator, arc length σ and longitude ω from there (equations 5, 10 to 12).
        let sineAlpha0 = alpha1.sine * beta1.cosine
        let cosineAlpha0 = hypot(alpha1.cosine, alpha1.sine * beta1.sine)
        let omega1 = Direction(
            sine: sineAlpha0 * beta1.sine,
            cosine: beta1.sine != 0 || alpha1.cosine != 0 ? beta1.cosine * alpha1.cosine : 1
        )
        let sigma1 = Direction(sine: beta1.sine, cosine: omega1.cosine).normalized
        let kSquared = cosineAlpha0 * cosineAlpha0 * Ellipsoid.secondEccentricitySquared
        let epsilon = GeodesicSeries.expansionParameter(kSquared)

        // Arc length from distance (equations 20 and 21).
        let scale = 1 + GeodesicSeries.distanceScaleLess1(epsilon)
        let startTerm = GeodesicSeries.distance(epsilon).sum(at: sigma1)
        let tau1 = sigma1.turned(by: Direction(radians: startTerm))
        let tau12 = distance / (WGS84.polarRadius * scale)
        let tau2 = tau1.turned(by: Direction(radians: tau12))
        let sigma12 = tau12 + GeodesicSeries.arc(epsilon).sum(at: tau2) + startTerm
        var sigma2 = sigma1.turned(by: Direction(radians: sigma12))

        var cosineBeta2 = hypot(sineAlpha0, cosineAlpha0 * sigma2.cosine)
        if cosineBeta2 == 0 {
            cosineBeta2 = Ellipsoid.tiny
            sigma2.cosine = Ellipsoid.tiny
        }
        let omega2 = Direction(sine: sineAlpha0 * sigma2.sine, cosine: sigma2.cosine)
        let omega12 = atan2(
            omega2.sine * omega1.cosine - omega2.cosine * omega1.sine,
            omega2.cosine * omega1.cosine + omega2.sine * omega1.sine
        )
        // Longitude from arc length (equation 8).
        let lambda12 =
            omega12 - WGS84.flattening * sineAlpha0 * GeodesicSeries.longitudeScale(epsilon)
            * (sigma12 + GeodesicSeries.longitude(epsilon).difference(from: sigma1, to: sigma2))
        let longitude = Angle.normalized(start.longitude) + Angle.normalized(lambda12 / Angle.radiansPerDegree)
        return Coordinate(
            latitude: Angle.degrees(
                atan2: cosineAlpha0 * sigma2.sine,
                (1 - WGS84.flattening) * cosineBeta2
            ),
            longitude: Angle.normalized(longitude)
        )
    }
}

extension Direction {
    /// The sum of two angles.
    @inline(__always)
    func turned(by other: Direction) -> Direction {
        Direction(
            sine: sine * other.cosine + cosine * other.sine,
            cosine: cosine * other.cosine - sine * other.sine
        )
    }
}

/// What the direct and the inverse problem need to know of the ellipsoid.
enum Ellipsoid {
    /// The square root of the smallest normal number.
    static let tiny = 0x1p-511
    static let secondEccentricitySquared =
        WGS84.eccentricitySquared / ((1 - WGS84.flattening) * (1 - WGS84.flattening))

    /// The reduced latitude; its cosine is positive even at a pole.
    static func reducedLatitude(_ degrees: Double) -> Direction {
        var beta = Direction(degrees: degrees)
        beta.sine *= 1 - WGS84.flattening
        beta = beta.normalized
        beta.cosine = max(tiny, beta.cosine)
        return beta
    }
}
