extension Geofence: CustomStringConvertible {
    /// The geofence on one line for people: `depot, a circle of radius 150.0 m around (latitude: 52.52, longitude:
    /// 13.405), "Main depot"`.
    ///
    /// Polygons are described by their number of vertices, holes included. A missing name is left out. For programs,
    /// use `json()`.
    public var description: String {
        "\(id), \(region)\(name.map { ", \($0.debugDescription)" } ?? "")\(isActive ? "" : ", inactive")"
    }
}

extension Geofence.Region: CustomStringConvertible {
    /// The shape for people: `a circle of radius 150.0 m around (latitude: 52.52, longitude: 13.405)`, `a polygon
    /// with 4 vertices` or `2 polygons with 9 vertices`.
    public var description: String {
        switch self {
        case .circle(let center, let radius): "a circle of radius \(radius) around \(center)"
        case .polygon(let polygon): "a polygon with \(polygon.vertexCount) vertices"
        case .multiPolygon(let polygons):
            "\(polygons.count.counted("polygon")) with \(polygons.reduce(0) { $0 + $1.vertexCount }) vertices"
        }
    }
}

extension Polygon {
    /// The number of vertices in all rings; the last vertex of a ring, which repeats the first, does not count.
    fileprivate var vertexCount: Int { rings.reduce(0) { $0 + $1.count - 1 } }
}
