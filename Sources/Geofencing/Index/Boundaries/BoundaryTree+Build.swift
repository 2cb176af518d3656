extension BoundaryTree {
    /// Lays out the boxes part by part.
    struct Builder {
        let table: FenceTable
        /// Where no seam is near: the antimeridian is away, and so are the poles, towards which the lengths of degrees
        /// change too fast.
        private static let plain = Box(minX: -179, minY: -85, maxX: 179, maxY: 85)

        var nodes: [Node] = []
        var extents: [Extent] = []
        var shapes: [Shape] = []
        var roots: [Root] = []

        init(_ table: FenceTable) {
            self.table = table
            // Two coordinates per vertex; all levels together have boxes / (boxes - 1) times as many nodes as the
            // lowest.
            let perNode = 2 * (Node.boxes - 1) * Node.edgesPerBox
            nodes.reserveCapacity(table.coordinates.count / perNode + table.parts.count)
            extents.reserveCapacity(table.fences.count)
            shapes.reserveCapacity(table.fences.count)
        }

        mutating func build() {
            for slot in table.fences.indices {
                if let circle = table.circle(ofFence: slot) {
                    extents.append(Extent(circle))
                    shapes.append(.circle)
                } else {
                    add(table.parts(ofFence: slot))
                }
            }
        }

        /// Adds a polygon.
        private mutating func add(_ parts: Range<Int>) {
            let box = table.parts[parts].reduce(into: Box.empty) { $0.enlarge($1.box) }
            let plain = Self.plain
            let isPlain =
                !parts.isEmpty && box.minX > plain.minX && box.maxX < plain.maxX && box.minY > plain.minY
                && box.maxY < plain.maxY
            var extent = extent(of: parts, in: box, isPlain: isPlain)
            extent.scale = scale(of: parts, cuts: isPlain ? nil : BoundaryCuts(table, parts: parts))
            extents.append(extent)
            if !isPlain {
                shapes.append(.seamed)
            } else if parts.count == 1 {
                shapes.append(.part(root(of: table.parts[parts.lowerBound])))
            } else {
                let first = UInt32(roots.count)
                for part in parts { roots.append(root(of: table.parts[part])) }
                shapes.append(.parts(first: first, count: UInt32(parts.count)))
            }
        }

        /// Returns the size of a polygon as defined by `Extent.scale`. It does not depend on whether the polygon is cut
        /// at the antimeridian.
        private func scale(of parts: Range<Int>, cuts: BoundaryCuts?) -> Double {
            var (area, perimeter) = (0.0, 0.0)
            for number in parts where cuts?.isCopy(number) != true {
                let part = table.parts[number]
                let frame = PlanarFrame(latitude: (part.box.minY + part.box.maxY) / 2)
                let pole = part.box.maxY > Self.plain.maxY ? 90.0 : part.box.minY < Self.plain.minY ? -90 : nil
                for (number, ring) in table.rings(of: part).enumerated() {
                    let isCut = { cuts?.isCut($0) == true }
                    let size =
                        if let pole {
                            PlanarFrame.size(of: ring.edges, in: table.coordinates, around: pole, isCut: isCut)
                        } else {
                            frame.size(of: ring.edges, in: table.coordinates, isCut: isCut)
                        }
                    area += number == 0 ? size.area : -size.area
                    perimeter += size.perimeter
                }
            }
            return perimeter > 0 ? max(0, 2 * area / perimeter) : 0
        }

        private func extent(of parts: Range<Int>, in box: Box, isPlain: Bool) -> Extent {
            let center = Coordinate(latitude: (box.minY + box.maxY) / 2, longitude: (box.minX + box.maxX) / 2)
            var extent = Extent(around: center, isPlain: isPlain)
            for part in table.parts[parts] {
                // Holes lie within the outer ring and need not be checked.
                let ring = table.rings[Int(part.firstRing)]
                for vertex in ring.edges {
                    extent.enlarge(x: table.coordinates[2 * vertex], y: table.coordinates[2 * vertex + 1])
                }
            }
            return extent
        }

        private mutating func root(of part: FenceTable.Part) -> Root {
            var root = Root(part.box)
            var level = nodes.count
            let perNode = Node.boxes * Node.edgesPerBox
            for ring in table.rings(of: part) {
                for first in stride(from: ring.edges.lowerBound, to: ring.edges.upperBound, by: perNode) {
                    append(edges: first..<min(first + perNode, ring.edges.upperBound), root)
                }
            }
            while nodes.count - level > 1 {
                let end = nodes.count
                for first in stride(from: level, to: end, by: Node.boxes) {
                    append(nodes: first..<min(first + Node.boxes, end))
                }
                level = end
            }
            root.top = nodes.removeLast()
            return root
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
            top: BoundaryTree.Node(first: 0, count: 0, hasEdges: true),
            minX: box.minX,
            minY: box.minY,
            unitX: max(box.maxX - box.minX, 1e-9) / 65_530,
            unitY: max(box.maxY - box.minY, 1e-9) / 65_530
        )
    }

    /// Returns a box in units, with two to spare on each side for what single precision rounds away.
    fileprivate func corners(of box: Box) -> Corners {
        func units(_ degrees: Double, _ spare: Double) -> UInt16 { UInt16(max(0, min(65_535, degrees + spare))) }
        return Corners(
            low: SIMD2(units((box.minX - minX) / unitX, -1), units((box.minY - minY) / unitY, -1)),
            high: SIMD2(units((box.maxX - minX) / unitX, 3), units((box.maxY - minY) / unitY, 3))
        )
    }
}

extension BoundaryTree.Node {
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
