extension BoundaryTree {
    /// What bounds the distance to one geofence's boundary without a look at it: an octagon around it, or a circle that it is.
    struct Extent: BitwiseCopyable {
        /// The size of the geofence in meters: the radius of a circle, and of polygons 2 · area / perimeter, which is the radius
        /// of a circle's worth of room: half the width of a long strip, half the side of a square.
        ///
        /// On a plane at each part's latitude, which is right to a percent for what needs a size: small geofences.
        var scale: Double
        /// The middle, where the plane is that the rest is in.
        let center: Coordinate
        private let metersPerLongitude: Float
        private let metersPerLatitude: Float
        /// By what share of itself a distance in the plane may be wrong for each meter that its ends are away from the middle;
        /// infinite where the plane is of no use.
        private let errorPerMeter: Float
        private let isCircle: Bool
        /// How far the boundary reaches, in meters: to the east, the north, the northeast and the southeast.
        private var high = SIMD4<Float>(repeating: -.infinity)
        /// The same to the west, the south, the southwest and the northwest.
        private var low = SIMD4<Float>(repeating: -.infinity)
    }
}

extension BoundaryTree.Extent {
    /// Up to this distance in meters from the middle the plane bounds distances.
    private static let reach: Float = 10_000

    /// The extent of a circle.
    init(_ circle: Circle) {
        self.init(around: circle.center, scale: circle.radius, isCircle: true)
        high = SIMD4(repeating: Float(circle.radius))
    }

    /// An extent around a place that nothing has been added to.
    ///
    /// Along a path that stays within d meters of the middle a degree of longitude is longer or shorter than there by
    /// d / R · tan φ of itself at most, but for what `PlanarFrame.reach` counts as d / 10 R; so is the path.
    init(around center: Coordinate, scale: Double = 0, isCircle: Bool = false, isPlain: Bool = true) {
        self.scale = scale
        self.center = center
        self.isCircle = isCircle
        let frame = PlanarFrame(latitude: center.latitude)
        metersPerLongitude = Float(frame.metersPerLongitude)
        metersPerLatitude = Float(frame.metersPerLatitude)
        // Farther towards the poles the lengths of degrees change too fast.
        errorPerMeter = isPlain && frame.reach > 300 ? Float(0.1 / (frame.reach * frame.reach)) : .infinity
    }

    /// Adds a place of the boundary, in degrees.
    @inline(__always)
    mutating func enlarge(x: Double, y: Double) {
        let sums = sums(x: x, y: y)
        high.replace(with: sums, where: sums .> high)
        low.replace(with: 0 - sums, where: 0 - sums .> low)
    }

    /// From the middle to the east, the north, the northeast and the southeast.
    @inline(__always)
    private func sums(x: Double, y: Double) -> SIMD4<Float> {
        let east = Float(x - center.longitude) * metersPerLongitude
        let north = Float(y - center.latitude) * metersPerLatitude
        let half = Float(0.5).squareRoot()
        return SIMD4(east, north, (east + north) * half, (east - north) * half)
    }

    /// Bounds on what is measured from a place to the boundary, in meters and negative inside.
    @inline(__always)
    func bounds(at place: Coordinate, isCovered: Bool) -> (least: Double, most: Double) {
        let sums = sums(x: place.longitude, y: place.latitude)
        let square = sums.x * sums.x + sums.y * sums.y
        guard square < Self.reach * Self.reach, errorPerMeter < 1 else { return (-.infinity, .infinity) }
        let away = square.squareRoot()
        // What is measured may be off by a decimeter, as may what single precision rounds away.
        let spare: Float = 0.2
        if isCircle {
            let error = away * max(away, high.x) * errorPerMeter + spare
            return (Double(away - high.x - error), Double(away - high.x + error))
        }
        guard !isCovered else { return (-.infinity, .infinity) }
        let above = sums - high
        let below = 0 - sums - low
        let gaps = above.replacing(with: below, where: below .> above)
        let (straight, slanting) = (max(gaps.x, gaps.y), max(gaps.z, gaps.w))
        let gap = max(straight, slanting)
        guard gap > 0 else { return (0, .infinity) }
        // No place of the boundary is farther from the middle than one and a half times as far as it reaches.
        let farthest = max(max(high.x, low.x), max(high.y, low.y)) * 1.5
        return (Double(gap - gap * max(away, farthest) * errorPerMeter - spare), .infinity)
    }
}
