extension Geofence: CustomStringConvertible {
    /// The geofence for people, on one line: `depot, a circle of 150.0 m around (latitude: 52.52, longitude: 13.405), "Main depot"`.
    ///
    /// Of polygons it says how many vertices they have, holes included. The name is left out if there is none. For programs there
    /// is `json()`.
    public var description: String {
        "\(id), \(region)\(name.map { ", \($0.debugDescription)" } ?? "")\(isActive ? "" : ", inactive")"
    }
}

extension Geofence.Region: CustomStringConvertible {
    /// The shape for people: `a circle of 150.0 m around (latitude: 52.52, longitude: 13.405)`, `a polygon of 4 vertices` or
    /// `2 polygons of 9 vertices`.
    public var description: String {
        switch self {
        case .circle(let center, let radius): "a circle of \(radius) around \(center)"
        case .polygon(let polygon): "a polygon of \(polygon.vertexCount) vertices"
        case .multiPolygon(let polygons):
            "\(polygons.count) polygon\(polygons.count == 1 ? "" : "s") of \(polygons.reduce(0) { $0 + $1.vertexCount }) vertices"
        }
    }
}

extension Polygon {
    /// How many vertices its rings have; the last of a ring, which is its first, does not count.
    fileprivate var vertexCount: Int { rings.reduce(0) { $0 + $1.count - 1 } }
}
