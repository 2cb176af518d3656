/// A polygon with holes whose edges are straight in longitude and latitude (RFC 7946, section 3.1.1).
///
/// Rings are stored as given, closed (the first vertex repeated at the end). An edge whose ends are more than 180° of
/// longitude apart crosses the antimeridian, so there a ring may be written as 178 → -178 or as 178 → 182; an edge from
/// exactly -180 to exactly 180 is the parallel itself.
public struct Polygon: Sendable, Hashable {
    /// The closed outer ring.
    public let exterior: [Coordinate]

    /// The closed rings that are cut out; their edges belong to the polygon.
    public let holes: [[Coordinate]]

    /// Creates a polygon from rings of any winding; a ring that is not closed is closed.
    ///
    /// - Throws: `invalidCoordinate` for a vertex that is not finite, beyond ±90° of latitude or beyond ±360° of
    ///   longitude, and `invalidPolygon` for a ring of fewer than three distinct vertices; both name the ring, the
    ///   former also the vertex.
    public init(_ exterior: [Coordinate], holes: [[Coordinate]] = []) throws(GeofenceError) {
        self.exterior = try Self.closed(exterior, ring: 0)
        var closedHoles: [[Coordinate]] = []
        closedHoles.reserveCapacity(holes.count)
        for (number, hole) in holes.enumerated() {
            closedHoles.append(try Self.closed(hole, ring: number + 1))
        }
        self.holes = closedHoles
    }

    /// The outer ring, then the holes.
    public var rings: [[Coordinate]] { [exterior] + holes }

    private static func closed(_ ring: [Coordinate], ring number: Int) throws(GeofenceError) -> [Coordinate] {
        for (vertex, coordinate) in ring.enumerated()
        where !(abs(coordinate.latitude) <= 90 && abs(coordinate.longitude) <= 360) {
            throw GeofenceError(
                .invalidCoordinate,
                "vertex \(coordinate) is not a place on the Earth",
                at: InputLocation(ring: number, vertex: vertex),
                recovery: coordinate.rangeAdvice
            )
        }
        guard hasThreeCorners(ring), let first = ring.first, let last = ring.last else {
            throw GeofenceError(
                .invalidPolygon,
                "the ring has fewer than three distinct vertices",
                at: InputLocation(ring: number),
                recovery: "Give at least three corners; for a single point, use a circle."
            )
        }
        return first == last ? ring : ring + CollectionOfOne(first)
    }

    /// Returns whether at least three of the vertices are distinct.
    private static func hasThreeCorners(_ ring: [Coordinate]) -> Bool {
        guard let first = ring.first, let second = ring.first(where: { $0 != first }) else { return false }
        return ring.contains { $0 != first && $0 != second }
    }
}
