/// The lengths of the degrees at a latitude: near it, longitude and latitude multiplied by these form a plane in
/// meters.
struct PlanarFrame: BitwiseCopyable {
    let metersPerLongitude: Double
    let metersPerLatitude: Double
    /// Up to this distance in meters from a point at the latitude, distances are accurate to a decimeter.
    ///
    /// On the path to a point d meters away, the length of a degree of longitude changes by a fraction of up to d / R ·
    /// tan φ, on average by half of that, and so does the distance; the rest is below a tenth of d / R.
    let reach: Double

    init(latitude: Double) {
        let phi = Direction(radians: latitude * Angle.radiansPerDegree)
        let radii = CurvatureRadii(sine: phi.sine)
        metersPerLongitude = radii.acrossMeridian * phi.cosine * Angle.radiansPerDegree
        metersPerLatitude = radii.alongMeridian * Angle.radiansPerDegree
        reach = (0.1 * WGS84.smallestCurvatureRadius / (abs(phi.sine) / max(phi.cosine, 1e-9) + 0.1)).squareRoot()
    }

    /// Returns the area and the length of a closed ring, in square meters and meters.
    ///
    /// - Parameters:
    ///   - edges: Its edges, each by the vertex at which it starts.
    ///   - coordinates: x and y of all vertices in turn.
    ///   - isCut: Whether an edge is left out of the length.
    func size(
        of edges: Range<Int>,
        in coordinates: [Double],
        isCut: (Int) -> Bool
    ) -> (area: Double, perimeter: Double) {
        var (doubled, perimeter) = (0.0, 0.0)
        let first = edges.lowerBound
        let (originX, originY) = (coordinates[2 * first], coordinates[2 * first + 1])
        var (fromX, fromY) = (0.0, 0.0)
        for vertex in edges {
            let toX = (coordinates[2 * vertex + 2] - originX) * metersPerLongitude
            let toY = (coordinates[2 * vertex + 3] - originY) * metersPerLatitude
            defer { (fromX, fromY) = (toX, toY) }
            doubled += fromX * toY - toX * fromY
            guard !isCut(vertex) else { continue }
            let (stepX, stepY) = (toX - fromX, toY - fromY)
            perimeter += (stepX * stepX + stepY * stepY).squareRoot()
        }
        return (abs(doubled) / 2, perimeter)
    }

    /// Returns the same for a ring at a pole, where no plane of longitude and latitude will do: each edge is measured
    /// at its own latitude, and the area is summed in slices between the ring and the pole.
    ///
    /// - Parameter pole: The latitude of the pole, 90 or -90.
    static func size(
        of edges: Range<Int>,
        in coordinates: [Double],
        around pole: Double,
        isCut: (Int) -> Bool
    ) -> (area: Double, perimeter: Double) {
        /// Returns the area of a slice of one radian between a latitude and the pole, on a sphere of radius 1.
        func slice(_ latitude: Double) -> Double {
            let half = Direction(radians: abs(pole - latitude) / 2 * Angle.radiansPerDegree)
            return 2 * half.sine * half.sine
        }
        let radius = CurvatureRadii(sine: 1).acrossMeridian
        var (slices, perimeter) = (0.0, 0.0)
        for vertex in edges {
            let (from, to) = (coordinates[2 * vertex + 1], coordinates[2 * vertex + 3])
            let middle = (from + to) / 2
            let turn = coordinates[2 * vertex + 2] - coordinates[2 * vertex]
            // Simpson's rule along the edge, which is straight in longitude and latitude.
            slices += turn * Angle.radiansPerDegree * (slice(from) + 4 * slice(middle) + slice(to)) / 6
            guard !isCut(vertex) else { continue }
            let frame = PlanarFrame(latitude: middle)
            let (stepX, stepY) = (turn * frame.metersPerLongitude, (to - from) * frame.metersPerLatitude)
            perimeter += (stepX * stepX + stepY * stepY).squareRoot()
        }
        return (abs(slices) * radius * radius, perimeter)
    }
}
