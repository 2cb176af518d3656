/// The boundaries of a table's polygons as boxes around sixteen edges, around sixteen of those and so on, polygon by polygon in
/// the order of their vertices.
///
/// For measuring near one polygon that is known: a few cache lines, where `NearestTree`, which finds the polygons too, reads
/// dozens. It measures in the plane of longitude and latitude, in which edges are straight, with the lengths of the
/// degrees at the place that it measures from; see `PlanarFrame`.
final class BoundaryTree: Sendable {
    /// A box in units of its part, rounded outwards, and what is in it.
    struct Entry: BitwiseCopyable {
        /// Least x and y, largest x and y.
        var corners: SIMD4<UInt16>
        /// The first of its edges by the vertex where that starts, or of its boxes.
        var first: UInt32
        /// How many there are, up to 16.
        var count: UInt16
        var hasEdges: Bool
    }

    /// Where the boxes of one part start, and what their units are.
    struct Root: BitwiseCopyable {
        var first: UInt32
        var count: UInt32
        var minX: Double
        var minY: Double
        /// Degrees.
        var unitX: Double
        var unitY: Double
    }

    let table: FenceTable
    let entries: [Entry]
    /// By part.
    let roots: [Root]
    /// The size of each geofence in meters, by slot: the radius of a circle, and of polygons 2 · area / perimeter, which is
    /// the radius of a circle's worth of room: half the width of a long strip, half the side of a square.
    ///
    /// On a plane at each part's latitude, which is right to a percent for what needs a size: small geofences.
    let scales: [Double]
    /// By slot, whether the geofence is a polygon whose parts are all its boundary and away from the antimeridian and the poles,
    /// where the plane has seams.
    let isPlain: [Bool]

    /// - Complexity: O(vertices).
    init(_ table: FenceTable) {
        self.table = table
        var builder = Builder(table)
        builder.build()
        entries = builder.entries
        roots = builder.roots
        scales = builder.scales
        isPlain = builder.isPlain
    }
}

extension BoundaryTree {
    /// Lays out the boxes part by part.
    private struct Builder {
        let table: FenceTable
        var entries: [Entry] = []
        var roots: [Root] = []
        var scales: [Double]
        var isPlain: [Bool]

        init(_ table: FenceTable) {
            self.table = table
            scales = Array(repeating: 0, count: table.fences.count)
            isPlain = Array(repeating: false, count: table.fences.count)
            entries.reserveCapacity(table.coordinates.count / 28)
            roots.reserveCapacity(table.parts.count)
        }

        mutating func build() {
            for slot in table.fences.indices {
                if let circle = table.circle(ofFence: slot) { scales[slot] = circle.radius }
                var (area, perimeter) = (0.0, 0.0)
                for part in table.parts(ofFence: slot) { add(table.parts[part], &area, &perimeter) }
                let boxes = table.parts[table.parts(ofFence: slot)].lazy.map(\.box)
                isPlain[slot] =
                    !boxes.isEmpty
                    && boxes.allSatisfy { $0.minX > -179 && $0.maxX < 179 && $0.minY > -85 && $0.maxY < 85 }
                if perimeter > 0 { scales[slot] = max(0, 2 * area / perimeter) }
            }
        }

        private mutating func add(_ part: FenceTable.Part, _ area: inout Double, _ perimeter: inout Double) {
            var root = Root(part.box)
            let frame = PlanarFrame(latitude: (part.box.minY + part.box.maxY) / 2)
            var level = entries.count
            for number in part.firstRing..<part.firstRing + part.ringCount {
                let ring = table.rings[Int(number)]
                let last = ring.firstVertex + ring.vertexCount - 1
                for first in stride(from: ring.firstVertex, to: last, by: 16) {
                    append(edges: first..<min(first + 16, last), root)
                }
                let size = frame.size(of: table.coordinates, from: ring.firstVertex, to: last)
                area += number == part.firstRing ? size.area : -size.area
                perimeter += size.perimeter
            }
            while entries.count - level > 16 {
                let end = entries.count
                for first in stride(from: level, to: end, by: 16) { append(boxes: first..<min(first + 16, end)) }
                level = end
            }
            root.first = UInt32(level)
            root.count = UInt32(entries.count - level)
            roots.append(root)
        }

        private mutating func append(edges: Range<Int>, _ root: Root) {
            var box = Box.empty
            for vertex in edges.lowerBound...edges.upperBound {
                box.enlarge(x: table.coordinates[2 * vertex], y: table.coordinates[2 * vertex + 1])
            }
            entries.append(
                Entry(
                    corners: root.corners(of: box),
                    first: UInt32(edges.lowerBound),
                    count: UInt16(edges.count),
                    hasEdges: true
                )
            )
        }

        private mutating func append(boxes: Range<Int>) {
            var corners = entries[boxes.lowerBound].corners
            for box in boxes.dropFirst() {
                let other = entries[box].corners
                corners.lowHalf = pointwiseMin(corners.lowHalf, other.lowHalf)
                corners.highHalf = pointwiseMax(corners.highHalf, other.highHalf)
            }
            entries.append(
                Entry(
                    corners: corners,
                    first: UInt32(boxes.lowerBound),
                    count: UInt16(boxes.count),
                    hasEdges: false
                )
            )
        }
    }
}

extension BoundaryTree.Root {
    fileprivate init(_ box: Box) {
        // Two units are kept free, so that rounding outwards never leaves the range.
        self.init(
            first: 0,
            count: 0,
            minX: box.minX,
            minY: box.minY,
            unitX: max(box.maxX - box.minX, 1e-9) / 65_530,
            unitY: max(box.maxY - box.minY, 1e-9) / 65_530
        )
    }

    /// A box in units, with two to spare on each side for what single precision rounds away.
    fileprivate func corners(of box: Box) -> SIMD4<UInt16> {
        func units(_ degrees: Double, _ spare: Double) -> UInt16 { UInt16(max(0, min(65_535, degrees + spare))) }
        return SIMD4(
            units((box.minX - minX) / unitX, -1),
            units((box.minY - minY) / unitY, -1),
            units((box.maxX - minX) / unitX, 3),
            units((box.maxY - minY) / unitY, 3)
        )
    }
}
