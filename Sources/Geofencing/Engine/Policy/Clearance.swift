/// Bounds on the signed distance in meters from one place to a boundary, negative inside.
///
/// The distance of another place differs by no more than the way there: near one that was measured the bounds often
/// suffice for a decision, and nothing need be measured.
struct Clearance: BitwiseCopyable, Sendable {
    var place = Coordinate(latitude: 0, longitude: 0)
    var least = -Double.infinity
    var most = Double.infinity

    /// Nothing is known.
    init() {}

    /// - Parameters:
    ///   - distance: What was measured.
    ///   - limit: The magnitude from which `distance` is only a lower bound.
    ///   - bounds: What was known before.
    init(
        _ place: Coordinate,
        distance: Double,
        upTo limit: Double = .infinity,
        within bounds: Bounds = Bounds()
    ) {
        self.place = place
        (least, most) = (distance <= -limit ? bounds.least : distance, distance >= limit ? bounds.most : distance)
    }

    /// Bounds in meters, and how far away the place is for which there were better ones.
    struct Bounds: BitwiseCopyable {
        var least = -Double.infinity
        var most = Double.infinity
        var way = 0.0

        /// Keeps to other bounds too.
        mutating func tighten(_ other: (least: Double, most: Double)) {
            (least, most) = (max(least, other.least), min(most, other.most))
        }
    }

    /// The bounds at another place, given which side of the boundary that is on.
    func bounds(at other: Coordinate, isCovered: Bool) -> Bounds {
        // Distances are accurate to 0.1 m, at either end.
        let way = least > -.infinity || most < .infinity ? place.distanceBound(to: other) + 0.2 : 0
        return isCovered
            ? Bounds(least: least - way, most: min(0, most + way), way: way)
            : Bounds(least: max(0, least - way), most: most + way, way: way)
    }
}
