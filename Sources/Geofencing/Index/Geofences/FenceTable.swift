/// The geofences of one snapshot in flat arrays: what every index is built from and computes on.
///
/// A *slot* is a geofence's number in the table. A *part* is one planar polygon of a geofence: a member of a
/// multipolygon, or a copy of one moved by whole turns.
package final class FenceTable: Sendable {
    /// One planar polygon.
    package struct Part: BitwiseCopyable, Sendable {
        /// The slot of the geofence that the part belongs to.
        var fence: UInt32
        /// The index of its first ring in `rings`: the outer one.
        var firstRing: UInt32
        /// The number of its rings.
        var ringCount: UInt32
        /// The box around its outer ring.
        package var box: Box
    }

    /// One closed ring: `vertexCount` vertices from `firstVertex`, the last equal to the first.
    struct Ring: BitwiseCopyable, Sendable {
        /// The part that the ring belongs to.
        var part: UInt32
        /// Its first vertex; vertex *v* is at `coordinates[2 * v]` (x) and `coordinates[2 * v + 1]` (y).
        var firstVertex: Int
        /// The number of vertices, including the repeated last one.
        var vertexCount: Int

        /// Its edges, each by the vertex at which it starts.
        @inline(__always) var edges: Range<Int> { firstVertex..<firstVertex + vertexCount - 1 }
    }

    /// One circle.
    package struct CircleEntry: BitwiseCopyable, Sendable {
        /// The slot of the geofence that the circle is.
        var fence: UInt32
        /// The circle with its exact test.
        package var circle: Circle
    }

    /// The geofences by slot.
    let fences: [Geofence]
    /// The identifiers by slot; separate from `fences`, whose elements are costly to copy.
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
    let rings: [Ring]
    /// x and y of all vertices in turn.
    let coordinates: [Double]
    /// All circles.
    package let circles: [CircleEntry]
    /// By slot, plus one more: how many parts and circles the geofences before it have.
    private let shapes: [FenceLayout.ShapeCount]

    /// Lays out geofences with distinct identifiers in the given order.
    ///
    /// - Throws: `invalidRadius`, `invalidCoordinate` or `invalidPolygon`, naming the geofence. The caller must check
    ///   validity as defined by the OGC.
    /// - Complexity: O(*n* + vertices).
    package init(_ geofences: [Geofence]) throws(GeofenceError) {
        fences = geofences
        ids = geofences.map(\.id)
        reportsEntry = geofences.map(\.notifyOnEntry)
        reportsExit = geofences.map(\.notifyOnExit)
        reportsAll = !reportsEntry.contains(false) && !reportsExit.contains(false)
        var layout = FenceLayout(of: geofences)
        for fence in fences {
            do throws(GeofenceError) {
                try layout.append(fence.region)
            } catch {
                var located = error
                located.location = error.location ?? InputLocation()
                located.location?.geofence = fence.id.rawValue
                throw located
            }
        }
        parts = layout.parts
        rings = layout.rings
        coordinates = layout.coordinates
        circles = layout.circles
        shapes = layout.shapes
    }

    /// Returns the rings of a part, the outer one first.
    @inline(__always)
    func rings(of part: Part) -> ArraySlice<Ring> {
        rings[Int(part.firstRing)..<Int(part.firstRing + part.ringCount)]
    }

    /// Returns the parts of a geofence.
    func parts(ofFence slot: Int) -> Range<Int> { Int(shapes[slot].parts)..<Int(shapes[slot + 1].parts) }

    /// Returns the number in `circles` of a geofence that is a circle.
    func circleNumber(ofFence slot: Int) -> UInt32 { shapes[slot].circles }

    /// Returns the circle of a geofence, or `nil` if it consists of polygons.
    func circle(ofFence slot: Int) -> Circle? {
        let entry = Int(shapes[slot].circles)
        return entry < Int(shapes[slot + 1].circles) ? circles[entry].circle : nil
    }

    /// Returns boxes that together contain a geofence.
    func boxes(ofFence slot: Int) -> [Box] {
        (circle(ofFence: slot)?.boxes ?? []) + parts[parts(ofFence: slot)].map(\.box)
    }
}
