package import Geofencing

extension Timestamp {
    /// Returns the time that is this many seconds after the beginning of 2026.
    package static func second(_ second: Int64) -> Timestamp {
        Timestamp(unixMilliseconds: 1_767_225_600_000 + second * 1000)
    }
}

extension Coordinate {
    /// Returns the coordinate about this many meters to the north; near latitude 52.5 the distance is exact.
    package func north(_ meters: Double) -> Coordinate {
        Coordinate(latitude: latitude + meters / 111_270, longitude: longitude)
    }
}

extension [Coordinate] {
    /// Creates coordinates from their longitudes and latitudes.
    package init(corners: [(Double, Double)]) {
        self = corners.map { Coordinate(latitude: $0.1, longitude: $0.0) }
    }
}

extension Polygon {
    /// Creates a polygon from the longitudes and latitudes of its corners.
    package init(corners: [(Double, Double)], holes: [[(Double, Double)]] = []) throws(GeofenceError) {
        try self.init([Coordinate](corners: corners), holes: holes.map { [Coordinate](corners: $0) })
    }
}
