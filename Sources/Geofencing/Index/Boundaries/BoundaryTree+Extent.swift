extension BoundaryTree {
    /// Bounds on the distance to one geofence's boundary that do not require reading it: an octagon around the
    /// geofence, or its circle.
    struct Extent: BitwiseCopyable {
        /// The size of the geofence in meters: the radius of a circle; for polygons 2 · area / perimeter, which is the
        /// radius for a circle, half the width for a long strip, and half the side for a square.
        ///
        /// Computed on a plane at each part's latitude, which is accurate to a percent for the geofences that need a
        /// size: small ones.
        var scale: Double
        /// The middle, where the plane of all other values lies.
        let center: Coordinate
        private let metersPerLongitude: Float
        private let metersPerLatitude: Float
        /// The relative error of a distance in the plane for each meter that its ends are away from the middle;
        /// infinite where the plane is unusable.
        private let errorPerMeter: Float
        private let isCircle: Bool
        /// The extent of the boundary in meters to the east, the north, the northeast and the southeast.
        private var high = SIMD4<Float>(repeating: -.infinity)
        /// The same to the west, the south, the southwest and the northwest.
        private var low = SIMD4<Float>(repeating: -.infinity)
    }
}

extension BoundaryTree.Extent {
    /// Up to this distance in meters from the middle, the plane bounds distances.
    private static let reach: Float = 10_000

    /// Creates the extent of a circle.
    init(_ circle: Circle) {
        self.init(around: circle.center, scale: circle.radius, isCircle: true)
        high = SIMD4(repeating: Float(circle.radius))
    }

    /// Creates an extent around a point, to which nothing has been added yet.
    ///
    /// Along a path that stays within d meters of the middle, a degree of longitude is longer or shorter than at the
    /// middle by a fraction of at most d / R · tan φ, apart from what `PlanarFrame.reach` counts as d / 10 R; so is the
    /// path.
    init(around center: Coordinate, scale: Double = 0, isCircle: Bool = false, isPlain: Bool = true) {
        self.scale = scale
        self.center = center
        self.isCircle = isCircle
        let frame = PlanarFrame(latitude: center.latitude)
        metersPerLongitude = Float(frame.metersPerLongitude)
        metersPerLatitude = Float(frame.metersPerLatitude)
        // Closer to the poles the lengths of degrees change too fast.
        errorPerMeter = isPlain && frame.reach > 300 ? Float(0.1 / (frame.reach * frame.reach)) : .infinity
    }

    /// Adds a point of the boundary, in degrees.
    @inline(__always)
    mutating func enlarge(x: Double, y: Double) {
        let sums = sums(x: x, y: y)
        high.replace(with: sums, where: sums .> high)
        low.replace(with: 0 - sums, where: 0 - sums .> low)
    }

    /// Returns the offsets from the middle to the east, the north, the northeast and the southeast.
    @inline(__always)
    private func sums(x: Double, y: Double) -> SIMD4<Float> {
        let east = Float(x - center.longitude) * metersPerLongitude
        let north = Float(y - center.latitude) * metersPerLatitude
        let half = Float(0.5).squareRoot()
        return SIMD4(east, north, (east + north) * half, (east - north) * half)
    }

    /// Returns bounds on the measured distance from a point to the boundary, in meters and negative inside.
    @inline(__always)
    func bounds(at place: Coordinate, isCovered: Bool) -> (least: Double, most: Double) {
        let sums = sums(x: place.longitude, y: place.latitude)
        let square = sums.x * sums.x + sums.y * sums.y
        guard square < Self.reach * Self.reach, errorPerMeter < 1 else { return (-.infinity, .infinity) }
        let away = square.squareRoot()
        // The measured distance may be off by a decimeter, and so may what single precision rounds away.
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
        // No point of the boundary is farther from the middle than one and a half times its extent along the axes.
        let farthest = max(max(high.x, low.x), max(high.y, low.y)) * 1.5
        return (Double(gap - gap * max(away, farthest) * errorPerMeter - spare), .infinity)
    }
}
