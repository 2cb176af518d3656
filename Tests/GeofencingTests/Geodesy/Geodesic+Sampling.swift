@testable import Geofencing

extension Geodesic {
    /// Returns the shortest of many geodesics from a place to points of a line that is straight in longitude and
    /// latitude, and of more and more around the shortest; x is the longitude, in any turn.
    static func sampledDistance(
        _ place: Coordinate,
        from start: (x: Double, y: Double),
        to end: (x: Double, y: Double)
    ) -> Double {
        func distance(_ share: Double) -> Double {
            let longitude = start.x + (end.x - start.x) * share
            return Geodesic.distance(
                place,
                Coordinate(latitude: start.y + (end.y - start.y) * share, longitude: longitude)
            )
        }
        var (low, high, best, shortest) = (0.0, 1.0, 0.0, Double.infinity)
        for samples in [1000] + Array(repeating: 20, count: 6) {
            let step = (high - low) / Double(samples)
            for share in (0...samples).map({ low + step * Double($0) }) where distance(share) < shortest {
                (best, shortest) = (share, distance(share))
            }
            (low, high) = (max(0, best - step), min(1, best + step))
        }
        return shortest
    }
}
