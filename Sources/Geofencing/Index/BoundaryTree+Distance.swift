extension BoundaryTree {
    /// The distance in meters from a place to the boundary of a geofence, right to a decimeter.
    ///
    /// - Parameter limit: How far away is far enough: what is beyond may be found to be `limit` away.
    /// - Returns: `nil` where the plane is not good enough: far from the boundary, or for polygons that are not `isPlain`.
    func distance(from place: Coordinate, toFence slot: Int, upTo limit: Double) -> Double? {
        if let circle = table.circle(ofFence: slot) { return abs(circle.boundaryDistance(from: place)) }
        guard isPlain[slot] else { return nil }
        let frame = PlanarFrame(latitude: place.latitude)
        let most = min(limit, frame.reach)
        var square = most * most
        // Asked for once: an array that several threads ask a class for is counted by each, which costs more than a box.
        let (all, coordinates) = (entries, table.coordinates)
        for part in table.parts(ofFence: slot) {
            let root = roots[part]
            let search = Search(root, frame, place)
            search.approach(Int(root.first), Int(root.count), of: all.span, coordinates.span, &square)
        }
        return square < most * most || most == limit ? square.squareRoot() : nil
    }

    /// A search for the nearest edge of one part.
    private struct Search: BitwiseCopyable {
        let place: Coordinate
        let frame: PlanarFrame
        /// The place in units of the part, twice, and in meters what a unit is.
        let units: SIMD4<Float>
        let scaleX: Float
        let scaleY: Float

        init(_ root: Root, _ frame: PlanarFrame, _ place: Coordinate) {
            self.place = place
            self.frame = frame
            let x = Float((place.longitude - root.minX) / root.unitX)
            let y = Float((place.latitude - root.minY) / root.unitY)
            units = SIMD4(x, y, x, y)
            scaleX = Float(root.unitX * frame.metersPerLongitude)
            scaleY = Float(root.unitY * frame.metersPerLatitude)
        }

        /// The square of the distance to a box, in square meters, or a little less.
        @inline(__always)
        private func square(_ entry: Entry) -> Double {
            let gaps = (SIMD4<Float>(entry.corners) - units) * SIMD4(1, 1, -1, -1)
            let x = max(0, max(gaps.x, gaps.z)) * scaleX
            let y = max(0, max(gaps.y, gaps.w)) * scaleY
            return Double(x * x + y * y) * (1 - 1e-5)
        }

        /// Looks for what is nearer than `nearest`, a square, in boxes side by side: the nearest one first.
        func approach(
            _ first: Int,
            _ count: Int,
            of entries: Span<Entry>,
            _ coordinates: Span<Double>,
            _ nearest: inout Double
        ) {
            var best = -1
            var least = nearest
            for index in first..<first + count {
                let square = square(entries[index])
                if square < least { (best, least) = (index, square) }
            }
            guard best >= 0 else { return }
            enter(entries[best], of: entries, coordinates, &nearest)
            for index in first..<first + count where index != best {
                let entry = entries[index]
                if square(entry) < nearest { enter(entry, of: entries, coordinates, &nearest) }
            }
        }

        @inline(__always)
        private func enter(
            _ entry: Entry,
            of entries: Span<Entry>,
            _ coordinates: Span<Double>,
            _ nearest: inout Double
        ) {
            if entry.hasEdges {
                measure(Int(entry.first), Int(entry.count), coordinates, &nearest)
            } else {
                approach(Int(entry.first), Int(entry.count), of: entries, coordinates, &nearest)
            }
        }

        private func measure(_ first: Int, _ count: Int, _ coordinates: Span<Double>, _ nearest: inout Double) {
            var x = (coordinates[2 * first] - place.longitude) * frame.metersPerLongitude
            var y = (coordinates[2 * first + 1] - place.latitude) * frame.metersPerLatitude
            for vertex in first + 1...first + count {
                let endX = (coordinates[2 * vertex] - place.longitude) * frame.metersPerLongitude
                let endY = (coordinates[2 * vertex + 1] - place.latitude) * frame.metersPerLatitude
                let (dx, dy) = (endX - x, endY - y)
                let length = dx * dx + dy * dy
                let share = length > 0 ? min(1, max(0, -(x * dx + y * dy) / length)) : 0
                let (nearX, nearY) = (x + share * dx, y + share * dy)
                nearest = min(nearest, nearX * nearX + nearY * nearY)
                (x, y) = (endX, endY)
            }
        }
    }
}
