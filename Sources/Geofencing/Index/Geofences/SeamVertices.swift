/// The vertices of edges along meridians, of a geofence that has some of them a whole turn apart.
///
/// Where its parts meet in such edges, both sides get the vertices of each other. Then they meet edge by edge, by which `BoundaryCuts`
/// knows them. It changes no place of the geofence: between two places of one longitude all have that longitude.
struct SeamVertices {
    /// In ascending order.
    private var latitudes: [Meridian: [Double]] = [:]

    /// - Complexity: O(*n* log *n*), where the polygons together are as wide as the Earth; nothing needs to be done for others.
    static func matched(_ polygons: [PlanarPolygon]) -> [PlanarPolygon] {
        let box = polygons.reduce(into: Box.empty) { $0.enlarge($1.box) }
        guard box.maxX - box.minX > 360 - 1e-9 else { return polygons }
        let seams = SeamVertices(polygons)
        var (added, most) = (0, 0)
        for polygon in polygons {
            most += polygon.ringEnds.last ?? 0
            polygon.forEachMeridianEdge { added += seams.between($0, $1, $2).reduce(0) { $0 + $1.count } }
        }
        // On a meridian of a valid geofence no edge lies on another of its side, so that each vertex comes into one edge at most.
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

    /// The latitudes between the ends of an edge that vertices of other turns have, of each meridian that may be the same by rounding.
    private func between(_ x: Double, _ start: Double, _ end: Double) -> [ArraySlice<Double>] {
        let (low, high) = (min(start, end), max(start, end))
        return Meridian(x: x).others.compactMap { other in
            guard let all = latitudes[other] else { return nil }
            let first = all.partitioningIndex { $0 > low }
            return all[first..<max(first, all.partitioningIndex { $0 >= high })]
        }
    }
}

/// A meridian, and which turn of it.
struct Meridian: Hashable {
    /// Its longitude in millionths of a degree, the same for all turns up to one more or less.
    let column: Int
    private let turn: Int

    init(x: Double) {
        let turns = (x / 360).rounded(.down)
        // A little less than nothing is rounded to a whole turn.
        self.init(column: Int((x - 360 * turns) * 1e6) % 360_000_000, turn: Int(turns))
    }

    private init(column: Int, turn: Int) {
        self.column = column
        self.turn = turn
    }

    /// Its column and those beside it, all the way round.
    var columns: [Int] { (-1...1).map { (column + $0 + 360_000_000) % 360_000_000 } }

    /// The same of other turns.
    fileprivate var others: [Meridian] {
        columns.flatMap { column in
            [-2, -1, 1, 2].map { Meridian(column: column, turn: turn + $0) }
        }
    }
}
