internal import GEOS

extension FlatPolygon {
    /// The rings, with x as longitude and y as latitude.
    var rings: [[Coordinate]] {
        var start = 0
        return ringEnds.map { end in
            defer { start = end }
            return (start..<end).map { Coordinate(latitude: coordinates[2 * $0 + 1], longitude: coordinates[2 * $0]) }
        }
    }
}
