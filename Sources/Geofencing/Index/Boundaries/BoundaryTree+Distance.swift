extension BoundaryTree {
    /// Returns the distance in meters from a point to the boundary of a geofence, accurate to a decimeter.
    ///
    /// - Parameter limit: The distance beyond which accuracy does not matter: for anything farther away, the result may
    ///   be `limit`.
    /// - Returns: `nil` where the plane is not accurate enough: far from the boundary, or where the plane has seams.
    func distance(from place: Coordinate, toFence slot: Int, upTo limit: Double) -> Double? {
        let shape = shapes[slot]
        if case .circle = shape {
            let extent = extents[slot]
            return abs(Circle.boundaryDistance(from: place, around: extent.center, radius: extent.scale))
        }
        let frame = PlanarFrame(latitude: place.latitude)
        let most = min(limit, frame.reach)
        var square = most * most
        switch shape {
        case .circle, .seamed: return nil
        case .part(let root): approach(root, frame, place, &square)
        case .parts(let first, let count):
            for part in first..<first + count { approach(roots[Int(part)], frame, place, &square) }
        }
        return square < most * most || most == limit ? square.squareRoot() : nil
    }

    private func approach(_ root: Root, _ frame: PlanarFrame, _ place: Coordinate, _ nearest: inout Double) {
        Search(root, frame, place).approach(root.top, of: nodes.span, coordinates.span, &nearest)
    }

    /// A search for the nearest edge of one part.
    private struct Search: BitwiseCopyable {
        let place: Coordinate
        let frame: PlanarFrame
        /// The point in units of the part, and the size of a unit in meters.
        let x: Float
        let y: Float
        let scaleX: Float
        let scaleY: Float

        init(_ root: Root, _ frame: PlanarFrame, _ place: Coordinate) {
            self.place = place
            self.frame = frame
            x = Float((place.longitude - root.minX) / root.unitX)
            y = Float((place.latitude - root.minY) / root.unitY)
            scaleX = Float(root.unitX * frame.metersPerLongitude)
            scaleY = Float(root.unitY * frame.metersPerLatitude)
        }

        /// Returns the squares of the distances to a node's boxes, in square meters, or slightly less.
        @inline(__always)
        private func squares(_ node: Node) -> SIMD8<Float> {
            let gapX = Self.gap(SIMD8(units: node.lowX) - x, x - SIMD8(units: node.highX)) * scaleX
            let gapY = Self.gap(SIMD8(units: node.lowY) - y, y - SIMD8(units: node.highY)) * scaleY
            return (gapX * gapX + gapY * gapY) * (1 - 1e-5)
        }

        /// Returns the larger of both and 0, lane by lane. `pointwiseMax` is not compiled to vector instructions, nor
        /// is this if it is generic over the width.
        @inline(__always)
        private static func gap(_ below: SIMD8<Float>, _ above: SIMD8<Float>) -> SIMD8<Float> {
            let larger = below.replacing(with: above, where: below .< above)
            return larger.replacing(with: 0, where: larger .< 0)
        }

        /// Searches a node's boxes, nearest first, for edges nearer than `nearest`, which is a square.
        func approach(_ node: Node, of nodes: Span<Node>, _ coordinates: Span<Double>, _ nearest: inout Double) {
            // Reduced so far that a square in single precision is never too large for a box that is nearer.
            let squares = squares(node)
            var best = -1
            var least = Float(nearest)
            for box in 0..<node.boxCount where squares[box] < least { (best, least) = (box, squares[box]) }
            guard best >= 0 else { return }
            enter(best, of: node, nodes, coordinates, &nearest)
            for box in 0..<node.boxCount where box != best && squares[box] < Float(nearest) {
                enter(box, of: node, nodes, coordinates, &nearest)
            }
        }

        @inline(__always)
        private func enter(
            _ box: Int,
            of node: Node,
            _ nodes: Span<Node>,
            _ coordinates: Span<Double>,
            _ nearest: inout Double
        ) {
            if node.hasEdges {
                measure(node.edges(inBox: box), coordinates, &nearest)
            } else {
                approach(nodes[Int(node.first) + box], of: nodes, coordinates, &nearest)
            }
        }

        private func measure(_ edges: Range<Int>, _ coordinates: Span<Double>, _ nearest: inout Double) {
            var squares = SIMD2<Double>(repeating: nearest)
            var pair = EdgePairs(before: edges, from: place, coordinates)
            while pair.advance(coordinates) {
                let (x, y) = (pair.startX * frame.metersPerLongitude, pair.startY * frame.metersPerLatitude)
                let (endX, endY) = (pair.endX * frame.metersPerLongitude, pair.endY * frame.metersPerLatitude)
                let (dx, dy) = (endX - x, endY - y)
                let length = dx * dx + dy * dy
                let along = 0 - x * dx - y * dy
                let across = x * dy - y * dx
                let (toStart, toEnd) = (x * x + y * y, endX * endX + endY * endY)
                var square = toStart.replacing(with: toEnd, where: toEnd .< toStart)
                // Beside the edge, which is never the case for one without length.
                square.replace(with: across * across / length, where: (along .> 0) .& (along .< length))
                squares.replace(with: square, where: square .< squares)
            }
            nearest = min(squares.x, squares.y)
        }
    }
}
