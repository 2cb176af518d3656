#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension Geodesic {
    /// Below this arc length the sphere is as accurate as the ellipsoid.
    private static let shortArc = 0.1 * 0x1p-26 / (WGS84.flattening * (1 - WGS84.flattening / 2) / 2).squareRoot()

    /// Returns the azimuth at which to start Newton's method; for short lines also the whole answer.
    static func startingAzimuth(_ pair: CanonicalPair) -> (azimuth: Direction, path: Path?) {
        let beta1 = pair.beta1
        let beta2 = pair.beta2
        // β₂ - β₁ and β₂ + β₁.
        let sineDifference = beta2.sine * beta1.cosine - beta2.cosine * beta1.sine
        let cosineDifference = beta2.cosine * beta1.cosine + beta2.sine * beta1.sine
        let sineSum = beta2.sine * beta1.cosine + beta2.cosine * beta1.sine

        let isShort = cosineDifference >= 0 && sineDifference < 0.5 && beta2.cosine * pair.lambda < 0.5
        var omega = pair.lambdaDirection
        var scale = 1.0
        if isShort {
            let sines = (beta1.sine + beta2.sine) * (beta1.sine + beta2.sine)
            let cosines = (beta1.cosine + beta2.cosine) * (beta1.cosine + beta2.cosine)
            scale = (1 + Ellipsoid.secondEccentricitySquared * sines / (sines + cosines)).squareRoot()
            omega = Direction(radians: pair.lambda / ((1 - WGS84.flattening) * scale))
        }
        var alpha = Direction(
            sine: beta2.cosine * omega.sine,
            cosine: omega.cosine >= 0
                ? sineDifference + beta2.cosine * beta1.sine * omega.sine * omega.sine / (1 + omega.cosine)
                : sineSum - beta2.cosine * beta1.sine * omega.sine * omega.sine / (1 - omega.cosine)
        )
        let sineSigma = hypot(alpha.sine, alpha.cosine)
        let cosineSigma = beta1.sine * beta2.sine + beta1.cosine * beta2.cosine * omega.cosine

        if isShort, sineSigma < shortArc {
            let turn =
                omega.cosine >= 0 ? omega.sine * omega.sine / (1 + omega.cosine) : 1 - omega.cosine
            let end = Direction(
                sine: beta1.cosine * omega.sine,
                cosine: sineDifference - beta1.cosine * beta2.sine * turn
            )
            let distance = atan2(sineSigma, cosineSigma) * WGS84.polarRadius * scale
            return (alpha, Path(distance: distance, start: alpha.usable, end: end.normalized))
        }
        if cosineSigma < 0, sineSigma < 6 * WGS84.thirdFlattening * .pi * beta1.cosine * beta1.cosine {
            alpha = nearlyAntipodalAzimuth(pair, sineSum: sineSum)
        }
        return (alpha.usable, nil)
    }

    /// Returns the starting azimuth from the astroid that geodesics envelop around the antipode (section 5 of the
    /// paper).
    private static func nearlyAntipodalAzimuth(_ pair: CanonicalPair, sineSum: Double) -> Direction {
        let beta1 = pair.beta1
        let beta2 = pair.beta2
        let lambda = atan2(-pair.lambdaDirection.sine, -pair.lambdaDirection.cosine)
        let epsilon = GeodesicSeries.expansionParameter(
            beta1.sine * beta1.sine * Ellipsoid.secondEccentricitySquared
        )
        let longitudeUnit = WGS84.flattening * beta1.cosine * GeodesicSeries.longitudeScale(epsilon) * .pi
        let x = lambda / longitudeUnit
        let y = sineSum / (longitudeUnit * beta1.cosine)
        if y > -200 * Double.ulpOfOne, x > -1 - 1000 * 0x1p-26 {
            let sine = min(1, -x)
            return Direction(sine: sine, cosine: -(1 - sine * sine).squareRoot())
        }
        let k = astroidRoot(x, y)
        let omega = longitudeUnit * -x * k / (1 + k)
        let sineOmega = sin(omega)
        let cosineOmega = -cos(omega)
        return Direction(
            sine: beta2.cosine * sineOmega,
            cosine: sineSum - beta2.cosine * beta1.sine * sineOmega * sineOmega / (1 - cosineOmega)
        )
    }

    /// Returns the positive root of k⁴ + 2k³ - (x² + y² - 1)k² - 2y²k - y² = 0 (equations 55 to 61).
    private static func astroidRoot(_ x: Double, _ y: Double) -> Double {
        let p = x * x
        let q = y * y
        let r = (p + q - 1) / 6
        if q == 0, r <= 0 { return 0 }
        let s = p * q / 4
        let r2 = r * r
        let r3 = r * r2
        let discriminant = s * (s + 2 * r3)
        var u = r
        if discriminant >= 0 {
            var t3 = s + r3
            t3 += t3 < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()
            let t = cbrt(t3)
            u += t + (t != 0 ? r2 / t : 0)
        } else {
            let angle = atan2((-discriminant).squareRoot(), -(s + r3))
            u += 2 * r * cos(angle / 3)
        }
        let v = (u * u + q).squareRoot()
        let uv = u < 0 ? q / (v - u) : u + v
        let w = (uv - q) / (2 * v)
        return uv / ((uv + w * w).squareRoot() + w)
    }
}

extension Direction {
    /// The direction scaled to length 1, or due east if it does not point east at all.
    fileprivate var usable: Direction { sine <= 0 ? Direction(sine: 1, cosine: 0) : normalized }
}
