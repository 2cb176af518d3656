/// The flat arrays of a `FenceTable` under construction.
struct FenceLayout {
    /// A number of parts and a number of circles.
    struct ShapeCount: BitwiseCopyable {
        var parts: UInt32
        var circles: UInt32
    }

    private(set) var parts: [FenceTable.Part] = []
    private(set) var rings: [FenceTable.Ring] = []
    private(set) var coordinates: [Double] = []
    private(set) var circles: [FenceTable.CircleEntry] = []
    /// The counts before the first geofence and after each one.
    private(set) var shapes = [ShapeCount(parts: 0, circles: 0)]

    /// - Parameter geofences: The geofences that will be appended.
    init(of geofences: [Geofence]) {
        shapes.reserveCapacity(geofences.count + 1)
        // A growing array is copied each time it grows, and this one is most of the table.
        coordinates.reserveCapacity(2 * geofences.reduce(0) { $0 + $1.region.vertexCount })
    }

    /// Appends the next geofence.
    mutating func append(_ region: Geofence.Region) throws(GeofenceError) {
        let slot = UInt32(shapes.count - 1)
        if case .circle(let center, let radius) = region {
            let circle = try Circle(center: center, radius: radius)
            circles.append(FenceTable.CircleEntry(fence: slot, circle: circle))
        } else {
            try append(region.polygons, of: slot)
        }
        shapes.append(ShapeCount(parts: UInt32(parts.count), circles: UInt32(circles.count)))
    }

    private mutating func append(_ polygons: [Polygon], of slot: UInt32) throws(GeofenceError) {
        let polygons = try polygons.map { polygon throws(GeofenceError) in try PlanarPolygon(polygon) }
        for planar in SeamVertices.matched(polygons).flatMap(\.copies) { append(planar, of: slot) }
    }

    private mutating func append(_ planar: PlanarPolygon, of slot: UInt32) {
        let part = UInt32(parts.count)
        parts.append(
            FenceTable.Part(
                fence: slot,
                firstRing: UInt32(rings.count),
                ringCount: UInt32(planar.ringEnds.count),
                box: planar.box
            )
        )
        let base = coordinates.count / 2
        var start = 0
        for end in planar.ringEnds {
            rings.append(FenceTable.Ring(part: part, firstVertex: base + start, vertexCount: end - start))
            start = end
        }
        coordinates.append(contentsOf: planar.coordinates)
    }
}

extension Geofence.Region {
    /// The number of vertices of all rings, the repeated last one of each included.
    fileprivate var vertexCount: Int { polygons.lazy.flatMap(\.rings).reduce(0) { $0 + $1.count } }
}
