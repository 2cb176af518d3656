#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension Geodesic {
    /// A shortest path: its length in meters and its azimuths at both ends.
    struct Path {
        var distance: Double
        var start: Direction
        var end: Direction
    }

    /// Two points in the canonical form -90 <= latitude1 <= 0, |latitude2| <= -latitude1, 0 <= longitude <= 180, which
    /// every other pair reaches by swapping and mirroring.
    struct CanonicalPair {
        /// The reduced latitude of the first point.
        var beta1: Direction
        /// The reduced latitude of the second point.
        var beta2: Direction
        /// sqrt(1 + e'² sin² β) of each point.
        var scale1: Double
        var scale2: Double
        /// The difference in longitude in radians, and its sine and cosine.
        var lambda: Double
        var lambdaDirection: Direction
    }

    /// A candidate geodesic between the points of a pair on the auxiliary sphere.
    struct Arc {
        var sigma1: Direction
        var sigma2: Direction
        /// The arc length in radians.
        var sigma: Double
        var epsilon: Double
    }

    static func solveInverse(
        _ latitude1: Double,
        _ longitude1: Double,
        _ latitude2: Double,
        _ longitude2: Double
    ) -> Path {
        let difference = Angle.difference(from: longitude1, to: longitude2)
        var longitudeSign = Double(signOf: difference.degrees, magnitudeOf: 1)
        let longitude = longitudeSign * difference.degrees
        let longitudeError = longitudeSign * difference.error
        let supplement = (180 - longitude) - longitudeError

        var first = Angle.rounded(latitude1)
        var second = Angle.rounded(latitude2)
        let isSwapped = abs(first) < abs(second)
        if isSwapped {
            swap(&first, &second)
            longitudeSign = -longitudeSign
        }
        let latitudeSign = Double(signOf: -first, magnitudeOf: 1)
        first *= latitudeSign
        second *= latitudeSign

        let pair = CanonicalPair(
            first,
            second,
            longitude: longitude,
            direction: Direction(degrees: longitude, error: longitudeError)
        )
        var path = solve(pair, isPolar: first == -90, supplement: supplement)

        if isSwapped { swap(&path.start, &path.end) }
        let east = isSwapped ? -longitudeSign : longitudeSign
        let north = isSwapped ? -latitudeSign : latitudeSign
        path.start = Direction(sine: path.start.sine * east, cosine: path.start.cosine * north)
        path.end = Direction(sine: path.end.sine * east, cosine: path.end.cosine * north)
        return path
    }

    private static func solve(_ pair: CanonicalPair, isPolar: Bool, supplement: Double) -> Path {
        if isPolar || pair.lambdaDirection.sine == 0 { return meridional(pair) }
        if pair.beta1.sine == 0, supplement >= WGS84.flattening * 180 {
            let east = Direction(sine: 1, cosine: 0)
            return Path(distance: WGS84.equatorialRadius * pair.lambda, start: east, end: east)
        }
        return general(pair)
    }

    /// Solves for two points on one full meridian. On an oblate ellipsoid the geodesic is then the meridian.
    private static func meridional(_ pair: CanonicalPair) -> Path {
        let start = Direction(sine: pair.lambdaDirection.sine, cosine: pair.lambdaDirection.cosine)
        let arc = Arc(
            from: Direction(sine: pair.beta1.sine, cosine: start.cosine * pair.beta1.cosine),
            to: pair.beta2,
            epsilon: WGS84.thirdFlattening
        )
        let distance = arc.sigma < 3 * Ellipsoid.tiny ? 0 : max(0, arc.distance)
        return Path(distance: distance, start: start, end: Direction(sine: 0, cosine: 1))
    }

    /// Applies Newton's method to the azimuth at the first point, kept within a bracket (section 4 of the paper).
    private static func general(_ pair: CanonicalPair) -> Path {
        let guess = startingAzimuth(pair)
        if let short = guess.path { return short }
        var alpha1 = guess.azimuth
        var low = Direction(sine: Ellipsoid.tiny, cosine: 1)
        var high = Direction(sine: Ellipsoid.tiny, cosine: -1)
        var isNearRoot = false
        var isBracketed = false
        var iteration = 0
        while true {
            let solution = hybrid(pair, alpha1)
            let error = solution.error
            if isBracketed || !(abs(error) >= (isNearRoot ? 8 : 1) * Double.ulpOfOne) || iteration == 83 {
                return Path(
                    distance: solution.arc.distance,
                    start: alpha1,
                    end: solution.alpha2
                )
            }
            let slope = alpha1.cosine / alpha1.sine
            if error > 0, iteration > 20 || slope > high.cosine / high.sine {
                high = alpha1
            } else if error < 0, iteration > 20 || slope < low.cosine / low.sine {
                low = alpha1
            }
            iteration += 1
            if iteration < 20 {
                let derivative = hybridDerivative(pair, solution)
                let step = -error / derivative
                if derivative > 0, abs(step) < .pi {
                    let next = alpha1.turned(by: Direction(radians: step))
                    if next.sine > 0 {
                        alpha1 = next.normalized
                        isNearRoot = abs(error) <= 16 * Double.ulpOfOne
                        continue
                    }
                }
            }
            alpha1 = Direction(sine: (low.sine + high.sine) / 2, cosine: (low.cosine + high.cosine) / 2).normalized
            isNearRoot = false
            isBracketed =
                abs(low.sine - alpha1.sine) + (low.cosine - alpha1.cosine) < Double.ulpOfOne
                || abs(alpha1.sine - high.sine) + (alpha1.cosine - high.cosine) < Double.ulpOfOne
        }
    }

    /// A geodesic that leaves the first point at a given azimuth and ends at the latitude of the second.
    private struct Hybrid {
        var arc: Arc
        var alpha2: Direction
        /// By how many radians of longitude it misses the second point.
        var error: Double
    }

    private static func hybrid(_ pair: CanonicalPair, _ alpha1: Direction) -> Hybrid {
        let beta1 = pair.beta1
        let beta2 = pair.beta2
        var alpha1 = alpha1
        if beta1.sine == 0, alpha1.cosine == 0 { alpha1.cosine = -Ellipsoid.tiny }
        let sineAlpha0 = alpha1.sine * beta1.cosine
        let cosineAlpha0 = hypot(alpha1.cosine, alpha1.sine * beta1.sine)

        let omega1 = Direction(sine: sineAlpha0 * beta1.sine, cosine: alpha1.cosine * beta1.cosine)
        let areMirrored = beta2.cosine == beta1.cosine && abs(beta2.sine) == -beta1.sine
        let sineAlpha2 = beta2.cosine != beta1.cosine ? sineAlpha0 / beta2.cosine : alpha1.sine
        let spread =
            beta1.cosine < -beta1.sine
            ? (beta2.cosine - beta1.cosine) * (beta1.cosine + beta2.cosine)
            : (beta1.sine - beta2.sine) * (beta1.sine + beta2.sine)
        let cosineAlpha2 =
            areMirrored
            ? abs(alpha1.cosine) : (omega1.cosine * omega1.cosine + spread).squareRoot() / beta2.cosine
        let omega2 = Direction(sine: sineAlpha0 * beta2.sine, cosine: cosineAlpha2 * beta2.cosine)

        let omega12 = Direction(
            sine: max(0, omega1.cosine * omega2.sine - omega1.sine * omega2.cosine),
            cosine: omega1.cosine * omega2.cosine + omega1.sine * omega2.sine
        )
        let lambda = pair.lambdaDirection
        let eta = atan2(
            omega12.sine * lambda.cosine - omega12.cosine * lambda.sine,
            omega12.cosine * lambda.cosine + omega12.sine * lambda.sine
        )
        let epsilon = GeodesicSeries.expansionParameter(
            cosineAlpha0 * cosineAlpha0 * Ellipsoid.secondEccentricitySquared
        )
        let arc = Arc(
            from: Direction(sine: beta1.sine, cosine: omega1.cosine),
            to: Direction(sine: beta2.sine, cosine: omega2.cosine),
            epsilon: epsilon
        )
        let series = GeodesicSeries.longitude(epsilon).difference(from: arc.sigma1, to: arc.sigma2)
        let correction =
            WGS84.flattening * GeodesicSeries.longitudeScale(epsilon) * sineAlpha0 * (arc.sigma + series)
        return Hybrid(
            arc: arc,
            alpha2: Direction(sine: sineAlpha2, cosine: cosineAlpha2),
            error: eta - correction
        )
    }

    /// Returns the derivative of the error with respect to the azimuth at the first point (equation 46).
    private static func hybridDerivative(_ pair: CanonicalPair, _ solution: Hybrid) -> Double {
        let f1 = 1 - WGS84.flattening
        if solution.alpha2.cosine == 0 { return -2 * f1 * pair.scale1 / pair.beta1.sine }
        return solution.arc.reducedLength(pair) * f1 / (solution.alpha2.cosine * pair.beta2.cosine)
    }
}

extension Geodesic.CanonicalPair {
    init(_ latitude1: Double, _ latitude2: Double, longitude: Double, direction: Direction) {
        beta1 = Ellipsoid.reducedLatitude(latitude1)
        beta2 = Ellipsoid.reducedLatitude(latitude2)
        // Latitudes that mirror each other must do so in every digit: Newton's method is singular there.
        if beta1.cosine < -beta1.sine {
            if beta2.cosine == beta1.cosine { beta2.sine = Double(signOf: beta2.sine, magnitudeOf: beta1.sine) }
        } else if abs(beta2.sine) == -beta1.sine {
            beta2.cosine = beta1.cosine
        }
        scale1 = (1 + Ellipsoid.secondEccentricitySquared * beta1.sine * beta1.sine).squareRoot()
        scale2 = (1 + Ellipsoid.secondEccentricitySquared * beta2.sine * beta2.sine).squareRoot()
        lambda = longitude * Angle.radiansPerDegree
        lambdaDirection = direction
    }
}

extension Geodesic.Arc {
    init(from start: Direction, to end: Direction, epsilon: Double) {
        sigma1 = start.normalized
        sigma2 = end.normalized
        sigma = atan2(
            max(0, sigma1.cosine * sigma2.sine - sigma1.sine * sigma2.cosine) + 0,
            sigma1.cosine * sigma2.cosine + sigma1.sine * sigma2.sine
        )
        self.epsilon = epsilon
    }

    /// The length in meters (equation 7).
    var distance: Double {
        let series = GeodesicSeries.distance(epsilon).difference(from: sigma1, to: sigma2)
        return WGS84.polarRadius * (1 + GeodesicSeries.distanceScaleLess1(epsilon)) * (sigma + series)
    }

    /// Returns the reduced length divided by the polar radius (equations 38 to 40).
    func reducedLength(_ pair: Geodesic.CanonicalPair) -> Double {
        let a1 = GeodesicSeries.distanceScaleLess1(epsilon)
        let a2 = GeodesicSeries.reducedLengthScaleLess1(epsilon)
        let b1 = GeodesicSeries.distance(epsilon).difference(from: sigma1, to: sigma2)
        let b2 = GeodesicSeries.reducedLength(epsilon).difference(from: sigma1, to: sigma2)
        let j = (a1 - a2) * sigma + ((1 + a1) * b1 - (1 + a2) * b2)
        return pair.scale2 * (sigma1.cosine * sigma2.sine) - pair.scale1 * (sigma1.sine * sigma2.cosine)
            - sigma1.cosine * sigma2.cosine * j
    }
}
