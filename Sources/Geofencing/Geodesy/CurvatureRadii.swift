/// The two radii of curvature of the ellipsoid at a latitude, in meters.
struct CurvatureRadii: BitwiseCopyable {
    /// 1 - e² sin² φ.
    let flattened: Double
    /// The radius across the meridian, a / √(1 - e² sin² φ): from the point to the axis, along the normal.
    let acrossMeridian: Double

    /// - Parameter sine: The sine of the latitude.
    @inline(__always)
    init(sine: Double) {
        flattened = 1 - WGS84.eccentricitySquared * sine * sine
        acrossMeridian = WGS84.equatorialRadius / flattened.squareRoot()
    }

    /// The radius along the meridian, a (1 - e²) / √(1 - e² sin² φ)³.
    @inline(__always)
    var alongMeridian: Double {
        WGS84.equatorialRadius * (1 - WGS84.eccentricitySquared) / (flattened * flattened.squareRoot())
    }
}
