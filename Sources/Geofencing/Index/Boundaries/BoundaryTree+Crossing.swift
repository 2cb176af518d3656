extension BoundaryTree {
    /// Returns whether the plane has a seam at a geofence or on a segment, so that this tree cannot tell where they
    /// meet.
    func hasSeam(_ slot: Int, on segment: Segment) -> Bool {
        switch shapes[slot] {
        case .circle: false
        case .part, .parts: segment.crossesAntimeridian
        case .seamed: true
        }
    }

    /// Returns the last share of a segment at which it meets the boundary of a geofence; `nil` if no such share is
    /// found. The plane must not have a seam there: see `hasSeam`.
    ///
    /// - Parameter isExit: Whether the segment ends outside, so that it leaves the geofence at that share.
    func lastIntersection(of segment: Segment, withFence slot: Int, isExit: Bool) -> Double? {
        var last = -1.0
        switch shapes[slot] {
        case .circle:
            let extent = extents[slot]
            return Circle.lastIntersection(of: segment, around: extent.center, radius: extent.scale, isExit: isExit)
        case .part(let root): meet(root, segment, &last)
        case .parts(let first, let count):
            for part in first..<first + count { meet(roots[Int(part)], segment, &last) }
        case .seamed: return nil
        }
        return last < 0 ? nil : min(1, last)
    }

    private func meet(_ root: Root, _ segment: Segment, _ last: inout Double) {
        IntersectionSearch(root, segment).look(root.top, of: nodes.span, coordinates.span, &last)
    }

    /// A search for the share at which a segment meets the edges of one part.
    private struct IntersectionSearch: BitwiseCopyable {
        let segment: Segment
        /// The box around the segment in units of the part.
        let low: SIMD2<Float>
        let high: SIMD2<Float>

        init(_ root: Root, _ segment: Segment) {
            self.segment = segment
            // Each end by itself: single precision is fine enough for one that is near the part, but not for the way to
            // it from far away.
            func units(_ longitude: Double, _ latitude: Double) -> SIMD2<Float> {
                SIMD2(Float((longitude - root.minX) / root.unitX), Float((latitude - root.minY) / root.unitY))
            }
            let (start, east, north) = (segment.start, segment.east, segment.north)
            let first = units(start.longitude, start.latitude)
            let last = units(start.longitude + east, start.latitude + north)
            low = pointwiseMin(first, last)
            high = pointwiseMax(first, last)
        }

        func look(_ node: Node, of nodes: Span<Node>, _ coordinates: Span<Double>, _ last: inout Double) {
            let meets =
                (SIMD8<Float>(node.lowX) .<= high.x) .& (SIMD8<Float>(node.highX) .>= low.x)
                .& (SIMD8<Float>(node.lowY) .<= high.y) .& (SIMD8<Float>(node.highY) .>= low.y)
            for box in 0..<node.boxCount where meets[box] {
                if node.hasEdges {
                    meet(node.edges(inBox: box), coordinates, &last)
                } else {
                    look(nodes[Int(node.first) + box], of: nodes, coordinates, &last)
                }
            }
        }

        private func meet(_ edges: Range<Int>, _ coordinates: Span<Double>, _ last: inout Double) {
            var shares = SIMD2<Double>(repeating: last)
            var pair = EdgePairs(before: edges, from: segment.start, coordinates)
            while pair.advance(coordinates) {
                let (x, y) = (pair.startX, pair.startY)
                let (dx, dy) = (pair.endX - x, pair.endY - y)
                let across = segment.east * dy - segment.north * dx
                let share = (x * dy - y * dx) / across
                let along = (x * segment.north - y * segment.east) / across
                // Rounding may make an intersection at an end of either be missed; an edge that runs along the segment
                // has neighbors.
                let isIntersection =
                    (share .> -1e-9) .& (share .< 1 + 1e-9) .& (along .> -1e-9) .& (along .< 1 + 1e-9)
                shares.replace(with: share, where: isIntersection .& (share .> shares))
            }
            last = max(shares.x, shares.y)
        }
    }
}
