/// The geofences of one snapshot in flat arrays: what every index is built from and computes on.
///
/// A *slot* is a geofence's number in the table. A *part* is one planar polygon of a geofence: one of a multipolygon's
/// members, or a copy of it moved by ±360°.
package final class FenceTable: Sendable {
    /// One planar polygon.
    package struct Part: BitwiseCopyable, Sendable {
        /// The slot of the geofence it belongs to.
        package var fence: UInt32
        /// Its first ring in `rings`: the outer one.
        package var firstRing: UInt32
        /// How many rings it has.
        package var ringCount: UInt32
        /// The box around its outer ring.
        package var box: Box
    }

    /// One closed ring: `vertexCount` vertices from `firstVertex`, the last equal to the first.
    package struct Ring: BitwiseCopyable, Sendable {
        /// The part it belongs to.
        package var part: UInt32
        /// Its first vertex; vertex *v* is at `coordinates[2 * v]` (x) and `coordinates[2 * v + 1]` (y).
        package var firstVertex: Int
        /// Vertices, the repeated last one included.
        package var vertexCount: Int
    }

    /// One circle.
    package struct CircleEntry: BitwiseCopyable, Sendable {
        /// The slot of the geofence it is.
        package var fence: UInt32
        /// Its exact test.
        package var circle: Circle
    }

    /// The geofences by slot.
    package let fences: [Geofence]
    /// The identifiers by slot; apart from `fences`, which are costly to copy.
    let ids: [Geofence.ID]
    /// By slot, whether ENTER is reported.
    let reportsEntry: [Bool]
    /// By slot, whether EXIT is reported.
    let reportsExit: [Bool]
    /// Whether all geofences report both.
    let reportsAll: Bool
    /// All polygons of all geofences.
    package let parts: [Part]
    /// All rings of all parts.
    package let rings: [Ring]
    /// x and y of all vertices in turn.
    package let coordinates: [Double]
    /// All circles.
    package let circles: [CircleEntry]
    /// By slot, and one more: how many parts and circles those before it have.
    private let shapes: [ShapeCount]

    private struct ShapeCount: BitwiseCopyable {
        var parts: UInt32
        var circles: UInt32
    }

    /// Lays out geofences with distinct identifiers in the order given.
    ///
    /// - Throws: `invalidRadius`, `invalidCoordinate` or `invalidPolygon`, naming the geofence. Validity in the sense of
    ///   the OGC is the caller's to check.
    /// - Complexity: O(*n* + vertices).
    package init(_ geofences: [Geofence]) throws(GeofenceError) {
        fences = geofences
        ids = geofences.map(\.id)
        reportsEntry = geofences.map(\.notifyOnEntry)
        reportsExit = geofences.map(\.notifyOnExit)
        reportsAll = !reportsEntry.contains(false) && !reportsExit.contains(false)
        var parts: [Part] = []
        var rings: [Ring] = []
        var coordinates: [Double] = []
        var circles: [CircleEntry] = []
        var shapes = [ShapeCount(parts: 0, circles: 0)]
        shapes.reserveCapacity(fences.count + 1)
        // An array that grows is copied each time, and this one is most of the table.
        coordinates.reserveCapacity(2 * fences.reduce(0) { $0 + $1.region.closedVertexCount })
        for (slot, fence) in fences.enumerated() {
            func append(_ polygons: [Polygon]) throws(GeofenceError) {
                let polygons = try polygons.map { polygon throws(GeofenceError) in try PlanarPolygon(polygon) }
                for planar in SeamVertices.matched(polygons).flatMap(\.copies) {
                    let part = UInt32(parts.count)
                    parts.append(
                        Part(
                            fence: UInt32(slot),
                            firstRing: UInt32(rings.count),
                            ringCount: UInt32(planar.ringEnds.count),
                            box: planar.box
                        )
                    )
                    let base = coordinates.count / 2
                    var start = 0
                    for end in planar.ringEnds {
                        rings.append(Ring(part: part, firstVertex: base + start, vertexCount: end - start))
                        start = end
                    }
                    coordinates.append(contentsOf: planar.coordinates)
                }
            }
            do throws(GeofenceError) {
                switch fence.region {
                case .circle(let center, let radius):
                    let circle = try Circle(center: center, radius: radius)
                    circles.append(CircleEntry(fence: UInt32(slot), circle: circle))
                case .polygon(let polygon):
                    try append([polygon])
                case .multiPolygon(let polygons):
                    try append(polygons)
                }
            } catch {
                var located = error
                located.location = error.location ?? InputLocation()
                located.location?.geofence = fence.id.rawValue
                throw located
            }
            shapes.append(ShapeCount(parts: UInt32(parts.count), circles: UInt32(circles.count)))
        }
        self.parts = parts
        self.rings = rings
        self.coordinates = coordinates
        self.circles = circles
        self.shapes = shapes
    }

    /// The parts of a geofence.
    func parts(ofFence slot: Int) -> Range<Int> { Int(shapes[slot].parts)..<Int(shapes[slot + 1].parts) }

    /// The circle that a geofence is; `nil` for polygons.
    func circle(ofFence slot: Int) -> Circle? {
        let entry = Int(shapes[slot].circles)
        return entry < Int(shapes[slot + 1].circles) ? circles[entry].circle : nil
    }

    /// Boxes that together hold a geofence.
    func boxes(ofFence slot: Int) -> [Box] {
        (circle(ofFence: slot)?.boxes ?? []) + parts[parts(ofFence: slot)].map(\.box)
    }
}

extension Geofence.Region {
    /// The vertices of all rings when each is closed.
    fileprivate var closedVertexCount: Int {
        func count(_ polygon: Polygon) -> Int { polygon.rings.reduce(0) { $0 + $1.count + 1 } }
        return switch self {
        case .circle: 0
        case .polygon(let polygon): count(polygon)
        case .multiPolygon(let polygons): polygons.reduce(0) { $0 + count($1) }
        }
    }
}
