#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension Circle {
    /// Returns the relation of any circle to a box of two spans, using the chord through the Earth to the middle of the
    /// box; `boundary` if in doubt.
    func relationByMeasure(_ x: LongitudeSpan, _ y: LatitudeSpan) -> BoxRelation {
        guard !x.isEmpty, !y.isEmpty else { return .outside }
        let halfHeight = (y.north - y.south) / 2
        let middle = EarthCentered(latitude: y.south + halfHeight, longitude: x.middle)
        let chord = middle.chordSquared(to: EarthCentered(center)).squareRoot()
        // No straight line in the box is longer on the surface than it would be with the largest radii in the box.
        let nearestToEquator = y.south > 0 ? y.south : min(0, y.north)
        let east = x.halfWidth * cos(nearestToEquator * Angle.radiansPerDegree)
        let reach =
            (east * east + halfHeight * halfHeight).squareRoot()
            * Angle.radiansPerDegree * WGS84.largestCurvatureRadius + 1e-6
        let near = max(0, chord - reach)
        if near * near >= outerChordSquared { return .outside }
        let far = chord + reach
        return far * far <= innerChordSquared ? .inside : .boundary
    }

    /// One or two boxes with x in -180 ... 180 that contain the circle.
    ///
    /// In reduced latitude β, no path on the ellipsoid is shorter than the polar radius times its image on the unit
    /// sphere, so the circle lies in the spherical cap of angle radius / b, whose box is known in closed form.
    package var boxes: [Box] {
        let pad = 1e-9
        let beta = atan2(
            (1 - WGS84.flattening) * sin(center.latitude * Angle.radiansPerDegree),
            max(0, cos(center.latitude * Angle.radiansPerDegree))
        )
        let angle = radius / WGS84.polarRadius
        let south = Self.latitude(reduced: beta - angle) - pad
        let north = Self.latitude(reduced: beta + angle) + pad
        var box = Box(minX: -180, minY: max(-90, south), maxX: 180, maxY: min(90, north))
        let sine = sin(min(angle, .pi / 2)) / cos(beta)
        // If the cap is this close to a pole, its meridians spread too fast to be worth following.
        guard abs(beta) + angle < .pi / 2 - 1e-9, sine < 0.999_999 else { return [box] }
        let width = asin(sine) / Angle.radiansPerDegree + pad
        let west = center.longitude - width
        let east = center.longitude + width
        guard west < -180 || east >= 180 else {
            box.minX = west
            box.maxX = east
            return [box]
        }
        var other = box
        box.minX = west < -180 ? west + 360 : west
        other.maxX = west < -180 ? east : east - 360
        return [box, other]
    }

    private static func latitude(reduced beta: Double) -> Double {
        if beta <= -.pi / 2 { return -90 }
        if beta >= .pi / 2 { return 90 }
        return atan2(sin(beta), (1 - WGS84.flattening) * cos(beta)) / Angle.radiansPerDegree
    }
}
