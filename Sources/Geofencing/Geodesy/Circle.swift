#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// All points within a geodesic distance of a center, the boundary included.
///
/// Three tests, each decisive for all but a sliver of what the previous one left open: an ellipse in longitude and
/// latitude, the chord through the Earth, the geodesic itself. The answer is always that of
/// `Geodesic.distance(center, place) <= radius`. 64 bytes.
package struct Circle: BitwiseCopyable, Sendable {
    let center: Coordinate
    /// The radius in meters.
    let radius: Double

    /// How many degrees of latitude are as long as one degree of longitude at the center; 0 if only latitudes are
    /// decisive.
    let longitudeScale: Double
    /// In degrees of latitude, squared: a planar distance of at most this is inside, one of at least `outerSquared` is
    /// outside.
    let innerSquared: Double
    let outerSquared: Double
    /// In meters, squared: a chord of at most this is inside, one of at least `outerChordSquared` is outside.
    let innerChordSquared: Double
    let outerChordSquared: Double

    /// Creates a circle and prepares its tests.
    ///
    /// - Throws: `invalidCoordinate` for a center that is not valid, `invalidRadius` for a radius that is not finite,
    ///   not positive, or longer than half a meridian (20,003,931.458626 m), the longest distance there is.
    /// - Complexity: O(1), about 0.1 µs.
    package init(center: Coordinate, radius: Distance) throws(GeofenceError) {
        guard center.isValid else {
            throw GeofenceError(
                .invalidCoordinate,
                "the center \(center) is not a place on the Earth",
                recovery: center.rangeAdvice
            )
        }
        let meters = radius.meters
        guard meters > 0, meters.isFinite else {
            throw GeofenceError(
                .invalidRadius,
                "the radius of \(radius) is not a positive finite number",
                recovery: "Give the radius in meters, greater than 0."
            )
        }
        guard meters <= WGS84.longestDistance else {
            throw GeofenceError(
                .invalidRadius,
                "the radius of \(radius) is longer than half the Earth's circumference (\(WGS84.longestDistance) m)",
                recovery: "Check the unit: the radius is in meters."
            )
        }
        self.center = center
        self.radius = meters
        let plane = Plane(latitude: center.latitude, radius: meters)
        longitudeScale = plane.longitudeScale
        innerSquared = plane.innerSquared
        outerSquared = plane.outerSquared
        let innerChord = ChordBounds.lower(ofDistance: meters)
        let outerChord = ChordBounds.upper(ofDistance: meters)
        innerChordSquared = innerChord > 0 ? innerChord * innerChord : -1
        outerChordSquared = outerChord * outerChord
    }

    /// Returns whether the geodesic distance from the center is at most the radius.
    ///
    /// - Parameters:
    ///   - x: Longitude in -180 ... 180.
    ///   - y: Latitude in -90 ... 90.
    @inline(__always)
    func covers(x: Double, y: Double) -> Bool {
        let first = planar(x: x, y: y)
        return first >= 0 ? first > 0 : coversByMeasure(x: x, y: y)
    }

    /// Returns the result of the first test alone: 1 for covered, 0 for not covered, -1 for undecided.
    @inline(__always)
    func planar(x: Double, y: Double) -> Int8 {
        let turn = abs(x - center.longitude)
        let dx = min(turn, 360 - turn) * longitudeScale
        let dy = y - center.latitude
        let square = dx * dx + dy * dy
        return square <= innerSquared ? 1 : square >= outerSquared ? 0 : -1
    }

    /// Returns the result of the second and third tests.
    @inline(never)
    func coversByMeasure(x: Double, y: Double) -> Bool {
        let place = EarthCentered(latitude: y, longitude: x)
        let square = place.chordSquared(to: EarthCentered(center))
        if square <= innerChordSquared { return true }
        if square >= outerChordSquared { return false }
        return Geodesic.distance(center, Coordinate(latitude: y, longitude: x)) <= radius
    }
}

extension Circle {
    /// The ellipse in longitude and latitude, in two sizes between which the circle runs. For circles that are very
    /// large, or too near a pole for an ellipse, a belt of latitudes instead: there is no shorter path between two
    /// parallels than along a meridian.
    ///
    /// To first order in σ = radius / M the planar radius in direction α deviates from σ by σ² t sin²α cos α / 2 with
    /// t = tan |latitude|, at most 0.19245 σ² t; the rest is of the order σ³ (1 + t²) with a factor below 0.13 while
    /// σ t < 0.25. The constants here are larger, 1 µm covers rounding, and the tests measure both.
    private struct Plane {
        var longitudeScale = 0.0
        var innerSquared = -1.0
        var outerSquared: Double

        init(latitude: Double, radius: Double) {
            let phi = abs(latitude) * Angle.radiansPerDegree
            let sine = sin(phi)
            let cosine = cos(phi)
            let radii = CurvatureRadii(sine: sine)
            let meridian = radii.alongMeridian
            let sigma = radius / meridian
            let belt = (radius + 1e-6) / (WGS84.smallestCurvatureRadius * Angle.radiansPerDegree)
            outerSquared = belt * belt
            // Negated, so that the check also fails at a pole, which has no tangent.
            guard cosine > 1e-9, !(sigma * sine > 0.2 * cosine), sigma < 0.16 else { return }
            let tangent = sine / cosine
            let deviation = 0.2 * sigma * tangent + 0.15 * sigma * sigma * (1 + tangent * tangent)
            let toDegrees = 1 / (meridian * Angle.radiansPerDegree)
            longitudeScale = cosine * radii.flattened / (1 - WGS84.eccentricitySquared)
            let inner = (radius * (1 - deviation) - 1e-6) * toDegrees
            let outer = (radius * (1 + deviation) + 1e-6) * toDegrees
            if inner > 0 { innerSquared = inner * inner }
            outerSquared = outer * outer
        }
    }
}
