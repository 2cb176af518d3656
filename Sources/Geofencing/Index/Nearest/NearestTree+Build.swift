extension NearestTree {
    /// The parts of a tree under construction.
    struct Builder {
        let table: FenceTable
        var nodes: [Node] = []
        var children: [Reference] = []
        var circleBodies: [CircleBody] = []
        var circleEntries: [UInt32] = []
        var runs: [Run] = []
        var partRoots: [Reference?] = []
        var vertices: [EarthCentered] = []

        private var width: Int { NearestTree.width }

        init(_ table: FenceTable) { self.table = table }

        /// Lays out the circles of each size along the curve in groups of `width` under a tree of their own, and a tree
        /// over these.
        ///
        /// How near a circle may be is judged from its center and the longest radius in its box, so circles of about
        /// the same size belong together: then a search for the circle that a point is deepest inside of meets few
        /// others.
        mutating func addCircles() -> Reference? {
            let bodies = table.circles.map { entry in
                CircleBody(center: EarthCentered(entry.circle.center), radius: entry.circle.radius)
            }
            circleBodies.reserveCapacity(bodies.count)
            circleEntries.reserveCapacity(bodies.count)
            let bySize = Dictionary(grouping: bodies.indices) { bodies[$0].radius.exponent }
            var sizes: [(Reference, SpaceBox)] = []
            for size in bySize.keys.sorted() {
                let entries = bySize[size] ?? []
                if let root = addCircles(entries.map { (UInt32($0), bodies[$0]) }) { sizes.append(root) }
            }
            return pack(sizes)?.reference
        }

        private mutating func addCircles(_ circles: [(entry: UInt32, body: CircleBody)]) -> (Reference, SpaceBox)? {
            var entries: [(Reference, SpaceBox)] = []
            entries.reserveCapacity(circles.count / width + 1)
            let order = Self.order(circles.map(\.body.center))
            for start in stride(from: 0, to: order.count, by: width) {
                // A group starts at a multiple of the width, so the last group of a size is filled up.
                while circleBodies.count % width != 0 {
                    circleBodies.append(circleBodies[circleBodies.count - 1])
                    circleEntries.append(circleEntries[circleEntries.count - 1])
                }
                var box = SpaceBox()
                entries.append((Reference(.circles, circleBodies.count / width), box))
                for place in order[start..<min(start + width, order.count)] {
                    circleBodies.append(circles[place].body)
                    circleEntries.append(circles[place].entry)
                    box.enlarge(circles[place].body)
                }
                entries[entries.count - 1].1 = box
            }
            return pack(entries)
        }

        /// Lays out the edges of each part in runs under a tree of their own, and these trees along the curve.
        mutating func addPolygons() -> Reference? {
            vertices.reserveCapacity(table.coordinates.count / 2)
            for index in stride(from: 0, to: table.coordinates.count, by: 2) {
                vertices.append(
                    EarthCentered(latitude: table.coordinates[index + 1], longitude: table.coordinates[index])
                )
            }
            partRoots.reserveCapacity(table.parts.count)
            var entries: [(Reference, SpaceBox)] = []
            var first = 0
            while first < table.parts.count {
                let fence = table.parts[first].fence
                var end = first
                while end < table.parts.count, table.parts[end].fence == fence { end += 1 }
                let cuts = BoundaryCuts(table, parts: first..<end)
                for part in first..<end {
                    let root = cuts.isCopy(part) ? nil : pack(addRuns(of: part, cuts))
                    partRoots.append(root?.reference)
                    if let root { entries.append((root.reference, root.box)) }
                }
                first = end
            }
            let order = Self.order(entries.map(\.1.middle))
            return pack(order.map { entries[$0] })?.reference
        }

        /// Stacks nodes of `width` over entries in the given order, up to a single one.
        private mutating func pack(_ entries: [(Reference, SpaceBox)]) -> (reference: Reference, box: SpaceBox)? {
            var level = entries
            while level.count > 1 {
                var above: [(Reference, SpaceBox)] = []
                above.reserveCapacity(level.count / width + 1)
                for start in stride(from: 0, to: level.count, by: width) {
                    var node = Node()
                    var box = SpaceBox()
                    for (reference, entryBox) in level[start..<min(start + width, level.count)] {
                        node.append(entryBox)
                        children.append(reference)
                        box.enlarge(entryBox)
                    }
                    while children.count % width != 0 { children.append(Reference(.node, 0)) }
                    above.append((Reference(.node, nodes.count), box))
                    nodes.append(node)
                }
                level = above
            }
            return level.first.map { (reference: $0.0, box: $0.1) }
        }

        /// Lays out the edges of a part in runs, those that are cut left out.
        private mutating func addRuns(of part: Int, _ cuts: BoundaryCuts) -> [(Reference, SpaceBox)] {
            var entries: [(Reference, SpaceBox)] = []
            let part = table.parts[part]
            for ring in table.rings(of: part) {
                var growing = GrowingRun(of: part.fence)
                for vertex in ring.edges {
                    if cuts.isCut(vertex) {
                        close(&growing, &entries)
                        continue
                    }
                    let edge = Edge(table.coordinates, vertices, vertex: vertex)
                    let extent = max(abs(edge.endX - edge.startX), abs(edge.endY - edge.startY))
                    if extent > Run.longestEdge {
                        close(&growing, &entries)
                        let count = Int((extent / Run.longestPiece).rounded(.up))
                        for piece in 0..<count {
                            growing.append(edge.piece(piece, of: count), from: vertex)
                            (growing.run.piece, growing.run.pieceCount) = (UInt16(piece), UInt16(count))
                            close(&growing, &entries)
                        }
                        continue
                    }
                    growing.append(edge, from: vertex)
                    if growing.run.edgeCount == width { close(&growing, &entries) }
                }
                close(&growing, &entries)
            }
            return entries
        }

        /// Ends a run, if it has any edges, and begins another one of the same geofence.
        private mutating func close(_ growing: inout GrowingRun, _ entries: inout [(Reference, SpaceBox)]) {
            guard growing.run.edgeCount > 0 else { return }
            entries.append((Reference(.run, runs.count), SpaceBox(growing.box)))
            runs.append(growing.run)
            growing = GrowingRun(of: growing.run.fence)
        }

        /// Returns the indexes of points in the order of the curve.
        private static func order(_ places: [EarthCentered]) -> [Int] {
            var keys: [UInt64] = []
            keys.reserveCapacity(places.count)
            // The 33 bits of the curve and 31 bits of the index in one number, so that equal points keep their order.
            for (index, place) in places.enumerated() { keys.append(CubeCurve.number(of: place) << 31 | UInt64(index)) }
            keys.sort()
            return keys.map { Int($0 & 0x7FFF_FFFF) }
        }
    }
}

/// A run of edges while it grows.
private struct GrowingRun {
    var run: NearestTree.Run
    private(set) var box = EdgeBox()

    init(of fence: UInt32) {
        run = NearestTree.Run(fence: fence, firstVertex: 0, edgeCount: 0, piece: 0, pieceCount: 1)
    }

    /// Appends the edge that starts at a vertex, or a piece of it.
    @inline(__always)
    mutating func append(_ edge: Edge, from vertex: Int) {
        if run.edgeCount == 0 { run.firstVertex = UInt32(vertex) }
        box.enlarge(edge)
        run.edgeCount += 1
    }
}

/// The box of a run of edges while it grows, in double precision; rounding once at the end gives the same box as
/// rounding every corner.
private struct EdgeBox {
    private(set) var lower = SIMD3<Double>(repeating: .infinity)
    private(set) var upper = SIMD3<Double>(repeating: -.infinity)

    @inline(__always)
    mutating func enlarge(_ edge: Edge) {
        let bulge = edge.bulge
        enlarge(edge.start, radius: bulge)
        enlarge(edge.end, radius: bulge)
    }

    @inline(__always)
    private mutating func enlarge(_ center: EarthCentered, radius: Double) {
        let center = SIMD3(center.x, center.y, center.z)
        let (low, high) = (center - radius, center + radius)
        lower.replace(with: low, where: low .< lower)
        upper.replace(with: high, where: high .> upper)
    }
}

extension SpaceBox {
    /// Creates the box around edges, rounded outwards.
    fileprivate init(_ box: EdgeBox) { enlarge(from: box.lower, to: box.upper) }
}

extension Edge {
    /// Creates the edge from a vertex to the next.
    @inline(__always)
    init(_ coordinates: [Double], _ vertices: [EarthCentered], vertex: Int) {
        self.init(
            startX: coordinates[2 * vertex],
            startY: coordinates[2 * vertex + 1],
            endX: coordinates[2 * vertex + 2],
            endY: coordinates[2 * vertex + 3],
            start: vertices[vertex],
            end: vertices[vertex + 1]
        )
    }

    /// Returns one of `count` equal pieces.
    func piece(_ number: Int, of count: Int) -> Edge {
        if count == 1 { return self }
        let from = Double(number) / Double(count)
        let to = Double(number + 1) / Double(count)
        return Edge(
            startX: startX + (endX - startX) * from,
            startY: startY + (endY - startY) * from,
            endX: startX + (endX - startX) * to,
            endY: startY + (endY - startY) * to
        )
    }
}
