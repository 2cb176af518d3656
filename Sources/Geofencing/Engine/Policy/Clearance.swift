/// Bounds on the signed distance in meters from one point to a boundary, negative inside.
///
/// The distance of another point differs by no more than the distance between the two: near a measured point the bounds
/// often suffice for a decision, and nothing need be measured.
struct Clearance: BitwiseCopyable, Sendable {
    var place = Coordinate(latitude: 0, longitude: 0)
    var least = -Double.infinity
    var most = Double.infinity

    /// Creates bounds when nothing is known.
    init() {}

    /// - Parameters:
    ///   - distance: The measured distance.
    ///   - limit: The magnitude from which `distance` is only a lower bound.
    ///   - bounds: The bounds known before.
    init(
        _ place: Coordinate,
        distance: Double,
        upTo limit: Double = .infinity,
        within bounds: Bounds = Bounds()
    ) {
        self.place = place
        (least, most) = (distance <= -limit ? bounds.least : distance, distance >= limit ? bounds.most : distance)
    }

    /// Bounds in meters, and the distance to the point that they were derived from.
    struct Bounds: BitwiseCopyable {
        var least = -Double.infinity
        var most = Double.infinity
        var travel = 0.0

        /// Narrows the bounds to those that hold together with `other`.
        mutating func tighten(_ other: (least: Double, most: Double)) {
            (least, most) = (max(least, other.least), min(most, other.most))
        }
    }

    /// Returns the bounds at another point, given which side of the boundary it is on.
    func bounds(at other: Coordinate, isCovered: Bool) -> Bounds {
        // Distances are accurate to 0.1 m, at either end.
        let travel = least > -.infinity || most < .infinity ? place.distanceBound(to: other) + 0.2 : 0
        return isCovered
            ? Bounds(least: least - travel, most: min(0, most + travel), travel: travel)
            : Bounds(least: max(0, least - travel), most: most + travel, travel: travel)
    }
}
