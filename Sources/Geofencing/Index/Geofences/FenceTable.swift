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
    private let shapes: [FenceLayout.ShapeCount]

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
