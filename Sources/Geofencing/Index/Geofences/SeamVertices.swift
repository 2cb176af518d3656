/// The vertices of edges along meridians, of a geofence that has some such edges a whole turn apart.
///
/// Where its parts meet in such edges, each side gets the vertices of the other. Then they meet edge by edge, which is
/// how `BoundaryCuts` recognizes them. This changes no point of the geofence: all points between two points of one
/// longitude have that longitude.
struct SeamVertices {
    /// The latitudes in ascending order.
    private var latitudes: [Meridian: [Double]] = [:]

    /// Returns the polygons with the vertices added; polygons that together are narrower than the Earth need none.
    ///
    /// - Complexity: O(*n* log *n*) if the polygons together are as wide as the Earth.
    static func matched(_ polygons: [PlanarPolygon]) -> [PlanarPolygon] {
        let box = polygons.reduce(into: Box.empty) { $0.enlarge($1.box) }
        guard box.maxX - box.minX > 360 - 1e-9 else { return polygons }
        let seams = SeamVertices(polygons)
        var (added, most) = (0, 0)
        for polygon in polygons {
            most += polygon.ringEnds.last ?? 0
            polygon.forEachMeridianEdge { added += seams.between($0, $1, $2).reduce(0) { $0 + $1.count } }
        }
        // On a meridian of a valid geofence no edge lies on another on the same side, so each vertex is added to one
        // edge at most.
        guard added > 0, added <= most else { return polygons }
        return polygons.map { polygon in
            var polygon = polygon
            polygon.divideMeridians { x, start, end in seams.between(x, start, end).flatMap(\.self).sorted() }
            return polygon
        }
    }

    private init(_ polygons: [PlanarPolygon]) {
        var found: [Meridian: Set<Double>] = [:]
        for polygon in polygons {
            polygon.forEachMeridianEdge { x, start, end in
                found[Meridian(x: x), default: []].formUnion([start, end])
            }
        }
        latitudes = found.mapValues { $0.sorted() }
    }

    /// Returns the latitudes between the ends of an edge at which other turns have vertices, for each meridian that may
    /// be the same one apart from rounding.
    private func between(_ x: Double, _ start: Double, _ end: Double) -> [ArraySlice<Double>] {
        let (low, high) = (min(start, end), max(start, end))
        return Meridian(x: x).others.compactMap { other in
            guard let all = latitudes[other] else { return nil }
            let first = all.partitioningIndex { $0 > low }
            return all[first..<max(first, all.partitioningIndex { $0 >= high })]
        }
    }
}

/// A meridian in a given turn.
struct Meridian: Hashable {
    /// The longitude in millionths of a degree, the same in all turns give or take one.
    let column: Int
    private let turn: Int

    init(x: Double) {
        let turns = (x / 360).rounded(.down)
        // A value slightly below zero is rounded to a whole turn.
        self.init(column: Int((x - 360 * turns) * 1e6) % 360_000_000, turn: Int(turns))
    }

    private init(column: Int, turn: Int) {
        self.column = column
        self.turn = turn
    }

    /// The meridian's column and the two beside it, wrapping around.
    var columns: [Int] { (-1...1).map { (column + $0 + 360_000_000) % 360_000_000 } }

    /// The same columns in other turns.
    fileprivate var others: [Meridian] {
        columns.flatMap { column in
            [-2, -1, 1, 2].map { Meridian(column: column, turn: turn + $0) }
        }
    }
}
