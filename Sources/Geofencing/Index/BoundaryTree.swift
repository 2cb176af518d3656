/// The boundaries of a table's polygons as boxes around a few edges, around four of those and so on, polygon by polygon in the
/// order of their vertices.
///
/// For measuring near one polygon that is known: a few cache lines, where `NearestTree`, which finds the polygons too, reads
/// dozens. It measures in the plane of longitude and latitude, in which edges are straight, with the lengths of the
/// degrees at the place that it measures from; see `PlanarFrame`.
///
/// A structure of arrays, so that whoever keeps one measures without counting references.
struct BoundaryTree: Sendable {
    /// Four boxes side by side, as deep in the tree as each other, in units of their part and rounded outwards.
    struct Node: BitwiseCopyable {
        /// How many edges a box is around.
        static let edgesPerBox = 8

        var lowX = SIMD4<UInt16>()
        var lowY = SIMD4<UInt16>()
        var highX = SIMD4<UInt16>()
        var highY = SIMD4<UInt16>()
        /// The vertex where the first edge starts, or the first node below.
        var first: UInt32
        /// How many edges there are, all of one ring and one after another, or nodes below.
        var count: UInt16
        var hasEdges: Bool
    }

    /// Where the boxes of one part are, and what their units are.
    struct Root: BitwiseCopyable {
        /// The node around all others.
        var node: UInt32
        var minX: Double
        var minY: Double
        /// Degrees.
        var unitX: Double
        var unitY: Double
    }

    let table: FenceTable
    /// The table's.
    let coordinates: [Double]
    let nodes: [Node]
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
        coordinates = table.coordinates
        var builder = Builder(table)
        builder.build()
        nodes = builder.nodes
        roots = builder.roots
        scales = builder.scales
        isPlain = builder.isPlain
    }
}

extension BoundaryTree.Node {
    /// How many of the boxes are set.
    @inline(__always)
    var boxCount: Int { hasEdges ? (Int(count) + Self.edgesPerBox - 1) / Self.edgesPerBox : Int(count) }

    /// The edges in a box, by the vertices where they start.
    @inline(__always)
    func edges(inBox box: Int) -> Range<Int> {
        let start = box * Self.edgesPerBox
        return Int(first) + start..<Int(first) + min(start + Self.edgesPerBox, Int(count))
    }

    /// The box around all boxes.
    fileprivate var bounds: Corners {
        var bounds = corners(0)
        for box in 1..<max(1, boxCount) { bounds.formUnion(corners(box)) }
        return bounds
    }

    fileprivate func corners(_ box: Int) -> Corners {
        Corners(low: SIMD2(lowX[box], lowY[box]), high: SIMD2(highX[box], highY[box]))
    }

    fileprivate mutating func set(_ box: Int, _ corners: Corners) {
        (lowX[box], lowY[box]) = (corners.low.x, corners.low.y)
        (highX[box], highY[box]) = (corners.high.x, corners.high.y)
    }
}

/// One box in units of its part.
private struct Corners {
    var low: SIMD2<UInt16>
    var high: SIMD2<UInt16>

    mutating func formUnion(_ other: Corners) {
        low = pointwiseMin(low, other.low)
        high = pointwiseMax(high, other.high)
    }
}

extension BoundaryTree {
    /// Lays out the boxes part by part.
    private struct Builder {
        let table: FenceTable
        var nodes: [Node] = []
        var roots: [Root] = []
        var scales: [Double]
        var isPlain: [Bool]

        init(_ table: FenceTable) {
            self.table = table
            scales = Array(repeating: 0, count: table.fences.count)
            isPlain = Array(repeating: false, count: table.fences.count)
            nodes.reserveCapacity(table.coordinates.count / (6 * Node.edgesPerBox) + table.parts.count)
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
            var level = nodes.count
            for number in part.firstRing..<part.firstRing + part.ringCount {
                let ring = table.rings[Int(number)]
                let last = ring.firstVertex + ring.vertexCount - 1
                let perNode = 4 * Node.edgesPerBox
                for first in stride(from: ring.firstVertex, to: last, by: perNode) {
                    append(edges: first..<min(first + perNode, last), root)
                }
                let size = frame.size(of: table.coordinates, from: ring.firstVertex, to: last)
                area += number == part.firstRing ? size.area : -size.area
                perimeter += size.perimeter
            }
            while nodes.count - level > 1 {
                let end = nodes.count
                for first in stride(from: level, to: end, by: 4) { append(nodes: first..<min(first + 4, end)) }
                level = end
            }
            root.node = UInt32(level)
            roots.append(root)
        }

        private mutating func append(edges: Range<Int>, _ root: Root) {
            var node = Node(first: UInt32(edges.lowerBound), count: UInt16(edges.count), hasEdges: true)
            for number in 0..<node.boxCount {
                let edges = node.edges(inBox: number)
                var box = Box.empty
                for vertex in edges.lowerBound...edges.upperBound {
                    box.enlarge(x: table.coordinates[2 * vertex], y: table.coordinates[2 * vertex + 1])
                }
                node.set(number, root.corners(of: box))
            }
            nodes.append(node)
        }

        private mutating func append(nodes below: Range<Int>) {
            var node = Node(first: UInt32(below.lowerBound), count: UInt16(below.count), hasEdges: false)
            for (number, other) in below.enumerated() { node.set(number, nodes[other].bounds) }
            nodes.append(node)
        }
    }
}

extension BoundaryTree.Root {
    fileprivate init(_ box: Box) {
        // Two units are kept free, so that rounding outwards never leaves the range.
        self.init(
            node: 0,
            minX: box.minX,
            minY: box.minY,
            unitX: max(box.maxX - box.minX, 1e-9) / 65_530,
            unitY: max(box.maxY - box.minY, 1e-9) / 65_530
        )
    }

    /// A box in units, with two to spare on each side for what single precision rounds away.
    fileprivate func corners(of box: Box) -> Corners {
        func units(_ degrees: Double, _ spare: Double) -> UInt16 { UInt16(max(0, min(65_535, degrees + spare))) }
        return Corners(
            low: SIMD2(units((box.minX - minX) / unitX, -1), units((box.minY - minY) / unitY, -1)),
            high: SIMD2(units((box.maxX - minX) / unitX, 3), units((box.maxY - minY) / unitY, 3))
        )
    }
}
