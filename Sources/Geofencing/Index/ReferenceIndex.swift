internal import GEOS

/// The index that asks GEOS: an STRtree over boxes, then the prepared polygon or the circle of each candidate.
///
/// It is the reference whose answers the fast index must equal and against which its speed is measured, so it uses GEOS
/// as an expert would: one tree, every polygon prepared, one context per thread, one point per lookup.
final class ReferenceIndex: Sendable {
    fileprivate let table: FenceTable
    fileprivate let tree: STRtree
    fileprivate let polygons: PreparedPolygons
    /// The circles of those items of the tree that follow the items of the parts; a circle can have two boxes.
    fileprivate let circleOfItem: [UInt32]

    /// Builds the index; each part must be valid as defined by the OGC.
    ///
    /// - Throws: `geometryEngine` if GEOS rejects a part.
    /// - Complexity: O(*n* log *n*) for *n* vertices and circles.
    init(table: FenceTable) throws(GeofenceError) {
        self.table = table
        var boxes = table.parts.map(\.box)
        var circleOfItem: [UInt32] = []
        for (number, entry) in table.circles.enumerated() {
            for box in entry.circle.boxes {
                boxes.append(box)
                circleOfItem.append(UInt32(number))
            }
        }
        self.circleOfItem = circleOfItem
        do throws(GEOSError) {
            let context = try Context()
            tree = try STRtree(boxes.lazy.map { ($0.minX, $0.minY, $0.maxX, $0.maxY) }, context: context)
            polygons = try PreparedPolygons(
                coordinates: table.coordinates,
                ringEnds: table.rings.map { $0.firstVertex + $0.vertexCount },
                polygonEnds: table.parts.map { Int($0.firstRing + $0.ringCount) },
                context: context
            )
        } catch {
            throw GeofenceError(error)
        }
    }
}

/// A lookup in a reference index with a thread's own context and buffers; a class, so that passing it on copies no
/// buffer.
final class ReferenceLookup: PlaceLookup {
    private let index: ReferenceIndex
    private let context: Context
    private var candidates = STRtree.Items()
    private var slots: [UInt32] = []

    init(_ index: ReferenceIndex) throws(GeofenceError) {
        self.index = index
        do throws(GEOSError) { context = try Context() } catch { throw GeofenceError(error) }
        slots.reserveCapacity(64)
    }

    /// Always queries the tree, regardless of `memo`.
    ///
    /// - Complexity: O(log *n* + *k* log *v*) for *n* boxes and *k* candidates of *v* vertices, on average.
    func lookUp(x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool {
        let table = index.table
        let point = Geometry(pointX: x, y: y, context: context)
        index.tree.query(point, into: &candidates)
        slots.removeAll(keepingCapacity: true)
        for item in candidates.numbers {
            let item = Int(item)
            if item < table.parts.count {
                if index.polygons.covers(item, point) { slots.append(table.parts[item].fence) }
            } else {
                let entry = table.circles[Int(index.circleOfItem[item - table.parts.count])]
                if entry.circle.covers(x: x, y: y) { slots.append(entry.fence) }
            }
        }
        slots.sort()
        hits.removeAll()
        var last: UInt32?
        for slot in slots where slot != last {
            hits.append(slot)
            last = slot
        }
        return true
    }
}
