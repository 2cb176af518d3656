/// The vertices of edges along meridians, of a geofence that has some of them a whole turn apart.
///
/// Where its parts meet in such edges, both sides get the vertices of each other. Then they meet edge by edge, by which `BoundaryCuts` knows
/// them. It changes no place of the geofence: between two places of one longitude all have that longitude.
struct SeamVertices {
    /// In ascending order, by the column of their meridian.
    private let latitudes: [Int: [Double]]

    /// - Complexity: O(*n* log *n*), where the polygons together are as wide as the Earth; nothing needs to be done for others.
    static func matched(_ polygons: [PlanarPolygon]) -> [PlanarPolygon] {
        let box = polygons.reduce(into: Box.empty) { $0.enlarge($1.box) }
        guard box.maxX - box.minX > 360 - 1e-9 else { return polygons }
        let seams = SeamVertices(polygons)
        return polygons.map { polygon in
            var polygon = polygon
            polygon.divideMeridians { x, ends in seams.between(ends, x: x) }
            return polygon
        }
    }

    private init(_ polygons: [PlanarPolygon]) {
        var found: [Int: Set<Double>] = [:]
        for polygon in polygons {
            polygon.forEachMeridianEdge { x, start, end in
                // A longitude to which a turn was added may have been rounded.
                for column in Meridian(x: x).columns { found[column, default: []].formUnion([start, end]) }
            }
        }
        latitudes = found.mapValues { $0.sorted() }
    }

    private func between(_ ends: ClosedRange<Double>, x: Double) -> ArraySlice<Double> {
        let all = latitudes[Meridian(x: x).column] ?? []
        let first = all.partitioningIndex { $0 > ends.lowerBound }
        return all[first..<max(first, all.partitioningIndex { $0 >= ends.upperBound })]
    }
}

/// A meridian, the same for all turns up to one more or less.
struct Meridian: Hashable {
    /// Its longitude in millionths of a degree.
    let column: Int

    init(x: Double) {
        // A little less than nothing is rounded to a whole turn.
        column = Int((x - 360 * (x / 360).rounded(.down)) * 1e6) % 360_000_000
    }

    /// Its column and those beside it, all the way round.
    var columns: [Int] { (-1...1).map { (column + $0 + 360_000_000) % 360_000_000 } }
}
