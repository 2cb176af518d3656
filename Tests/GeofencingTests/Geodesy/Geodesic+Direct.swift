import Foundation

@testable import Geofencing

/// The direct problem (C. F. F. Karney, Algorithms for geodesics, 2013), which the library has no need of: with it
/// tests place fixes at known distances.
extension Geodesic {
    /// The place reached from `start` after `distance` meters along the geodesic that leaves at `azimuth` degrees,
    /// clockwise from north; its longitude is in -180 ... 180.
    static func direct(from start: Coordinate, azimuth: Double, distance: Double) -> Coordinate {
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

extension Angle {
    /// Returns the same angle in -180 ... 180.
    static func normalized(_ degrees: Double) -> Double {
        let rest = remainder(degrees, 360)
        return abs(rest) == 180 ? Double(signOf: degrees, magnitudeOf: 180) : rest
    }
}

extension Direction {
    /// The angle in degrees, in -180 ... 180.
    var degrees: Double { Angle.degrees(atan2: sine, cosine) }
}

extension GeodesicSeries {
    /// C₁′: arc length from distance.
    static func arc(_ e: Double) -> SineSeries {
        let e2 = e * e
        let e3 = e2 * e
        return SineSeries(
            c1: e * ((205 * e2 - 432) * e2 + 768) / 1536,
            c2: e2 * ((4005 * e2 - 4736) * e2 + 3840) / 12288,
            c3: e3 * (116 - 225 * e2) / 384,
            c4: e2 * e2 * (2695 - 7173 * e2) / 7680,
            c5: 3467 * e2 * e3 / 7680,
            c6: 38081 * e3 * e3 / 61440
        )
    }
}
