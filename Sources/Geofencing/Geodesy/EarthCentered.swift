/// A point in the Earth-centered, Earth-fixed frame, in meters.
///
/// Straight chords through the Earth are free of seams and poles, and bound the distance along the surface.
struct EarthCentered: BitwiseCopyable, Sendable {
    var x: Double
    var y: Double
    var z: Double

    @inline(__always)
    init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Creates the point on the ellipsoid at a latitude and longitude in degrees.
    init(latitude: Double, longitude: Double) {
        self.init(
            latitude: Direction(radians: latitude * Angle.radiansPerDegree),
            longitude: Direction(radians: longitude * Angle.radiansPerDegree)
        )
    }

    /// Creates the point on the ellipsoid at a coordinate.
    init(_ place: Coordinate) { self.init(latitude: place.latitude, longitude: place.longitude) }

    @inline(__always)
    init(latitude: Direction, longitude: Direction) {
        let n = CurvatureRadii(sine: latitude.sine).acrossMeridian
        x = n * latitude.cosine * longitude.cosine
        y = n * latitude.cosine * longitude.sine
        z = n * (1 - WGS84.eccentricitySquared) * latitude.sine
    }

    @inline(__always)
    func chordSquared(to other: EarthCentered) -> Double {
        let dx = x - other.x
        let dy = y - other.y
        let dz = z - other.z
        return dx * dx + dy * dy + dz * dz
    }
}
