/// Meters east and north of a place, for a kilometer or two around it.
///
/// Made of +, -, *, / and square roots, so the same bits on every platform. On the ellipsoid's tangent: 100 m from the
/// origin right to a few millimeters.
struct LocalFrame: Sendable {
    private let origin: Coordinate
    private let degreesPerMeterEast: Double
    private let degreesPerMeterNorth: Double

    /// - Parameter origin: Not a pole.
    init(origin: Coordinate) {
        self.origin = origin
        let (sine, cosine) = PortableMath.sineAndCosine(turns: origin.latitude / 360)
        let radii = CurvatureRadii(sine: sine)
        // Not `radii.alongMeridian`, which is rounded otherwise: generated places keep their digits.
        let alongMeridian = radii.acrossMeridian * (1 - WGS84.eccentricitySquared) / radii.flattened
        let degreesPerRadian = 57.295_779_513_082_32
        degreesPerMeterEast = degreesPerRadian / (radii.acrossMeridian * cosine)
        degreesPerMeterNorth = degreesPerRadian / alongMeridian
    }

    /// The place with seven decimals; its longitude in -180 ..< 180.
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
