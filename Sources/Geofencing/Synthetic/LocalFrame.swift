/// A local frame in meters east and north of an origin, for a kilometer or two around it.
///
/// Computed with +, -, *, / and square roots only, so it gives the same bits on every platform. It lies in the plane
/// tangent to the ellipsoid: 100 m from the origin it is accurate to a few millimeters.
struct LocalFrame: Sendable {
    private let origin: Coordinate
    private let degreesPerMeterEast: Double
    private let degreesPerMeterNorth: Double

    /// - Parameter origin: Not a pole.
    init(origin: Coordinate) {
        self.origin = origin
        let (sine, cosine) = PortableMath.sineAndCosine(turns: origin.latitude / 360)
        let radii = CurvatureRadii(sine: sine)
        // Not `radii.alongMeridian`, which rounds differently: generated coordinates must keep their digits.
        let alongMeridian = radii.acrossMeridian * (1 - WGS84.eccentricitySquared) / radii.flattened
        let degreesPerRadian = 57.295_779_513_082_32
        degreesPerMeterEast = degreesPerRadian / (radii.acrossMeridian * cosine)
        degreesPerMeterNorth = degreesPerRadian / alongMeridian
    }

    /// Returns the coordinate rounded to seven decimals, with its longitude in -180 ..< 180.
    func coordinate(east: Double, north: Double) -> Coordinate {
        var longitude = origin.longitude + east * degreesPerMeterEast
        if longitude >= 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        return Coordinate(
            latitude: PortableMath.roundedToSevenDecimals(origin.latitude + north * degreesPerMeterNorth),
            longitude: PortableMath.roundedToSevenDecimals(longitude)
        )
    }
}
