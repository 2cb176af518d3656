import Geofencing

/// Looks for edges of a ring that meet, in exact integer arithmetic on units of 1e-7°.
///
/// A sweep from west to east that compares each edge with those whose longitudes overlap; no geometry library, so that
/// the generator and the engine cannot share a mistake.
struct RingCrossings {
    private struct Edge {
        var number: Int
        var west: Int, east: Int, south: Int, north: Int
    }

    private let points: [(x: Int, y: Int)]

    /// - Parameter ring: Closed, of coordinates with at most seven decimals.
    init(_ ring: [Coordinate]) {
        points = ring.map { (Int(($0.longitude * 1e7).rounded()), Int(($0.latitude * 1e7).rounded())) }
    }

    /// The first two edges found that have more in common than the vertex between neighbors.
    func first() -> (Int, Int)? {
        let edges = (0..<(points.count - 1)).map { number in
            let (a, b) = (points[number], points[number + 1])
            return Edge(
                number: number,
                west: min(a.x, b.x),
                east: max(a.x, b.x),
                south: min(a.y, b.y),
                north: max(a.y, b.y)
            )
        }.sorted { $0.west < $1.west }
        var open: [Edge] = []
        for edge in edges {
            var kept = 0
            for index in open.indices where open[index].east >= edge.west {
                let other = open[index]
                if other.north >= edge.south, edge.north >= other.south, meet(edge.number, other.number) {
                    return (min(edge.number, other.number), max(edge.number, other.number))
                }
                open[kept] = other
                kept += 1
            }
            open.removeLast(open.count - kept)
            open.append(edge)
        }
        return nil
    }

    private func meet(_ first: Int, _ second: Int) -> Bool {
        let (a, b, c, d) = (points[first], points[first + 1], points[second], points[second + 1])
        guard a != b, c != d else { return true }
        let gap = abs(first - second)
        if gap == 1 || gap == points.count - 2 {
            // Neighbors share a vertex; they may not run back along each other.
            let (shared, one, other) = a == d ? (a, b, c) : (b, a, d)
            return turn(one, shared, other) == 0
                && (one.x - shared.x) * (other.x - shared.x) + (one.y - shared.y) * (other.y - shared.y) > 0
        }
        // The boxes overlap, so a touch in one line counts as well.
        return turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0
    }

    private func turn(_ a: (x: Int, y: Int), _ b: (x: Int, y: Int), _ c: (x: Int, y: Int)) -> Int {
        ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).signum()
    }
}
