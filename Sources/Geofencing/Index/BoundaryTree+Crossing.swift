extension BoundaryTree {
    /// The share of a segment at which it meets the boundary of a geofence for the last time; `nil` if it is not found to, or for
    /// polygons that are not `isPlain`.
    func lastMeeting(of segment: Segment, withFence slot: Int) -> Double? {
        if let circle = table.circle(ofFence: slot) { return circle.lastMeeting(of: segment) }
        guard isPlain[slot] else { return nil }
        var last = -1.0
        let (all, coordinates) = (entries, table.coordinates)
        for part in table.parts(ofFence: slot) {
            let root = roots[part]
            let search = MeetingSearch(root, segment)
            search.look(Int(root.first), Int(root.count), of: all.span, coordinates.span, &last)
        }
        return last < 0 ? nil : min(1, last)
    }

    /// A search for where a segment meets the edges of one part.
    private struct MeetingSearch: BitwiseCopyable {
        let segment: Segment
        /// The box around the segment in units of the part, each corner opposite to that of the other box which it must not
        /// pass: largest x and y, least x and y.
        let corners: SIMD4<Float>

        init(_ root: Root, _ segment: Segment) {
            self.segment = segment
            let x = Float((segment.start.longitude - root.minX) / root.unitX)
            let y = Float((segment.start.latitude - root.minY) / root.unitY)
            let (east, north) = (Float(segment.east / root.unitX), Float(segment.north / root.unitY))
            corners = SIMD4(max(x, x + east), max(y, y + north), min(x, x + east), min(y, y + north))
        }

        func look(
            _ first: Int,
            _ count: Int,
            of entries: Span<Entry>,
            _ coordinates: Span<Double>,
            _ last: inout Double
        ) {
            for index in first..<first + count {
                let entry = entries[index]
                let gaps = (SIMD4<Float>(entry.corners) - corners) * SIMD4(1, 1, -1, -1)
                if any(gaps .> 0) { continue }
                if entry.hasEdges {
                    meet(Int(entry.first), Int(entry.count), coordinates, &last)
                } else {
                    look(Int(entry.first), Int(entry.count), of: entries, coordinates, &last)
                }
            }
        }

        private func meet(_ first: Int, _ count: Int, _ coordinates: Span<Double>, _ last: inout Double) {
            var x = coordinates[2 * first] - segment.start.longitude
            var y = coordinates[2 * first + 1] - segment.start.latitude
            for vertex in first + 1...first + count {
                let endX = coordinates[2 * vertex] - segment.start.longitude
                let endY = coordinates[2 * vertex + 1] - segment.start.latitude
                let (dx, dy) = (endX - x, endY - y)
                let across = segment.east * dy - segment.north * dx
                let share = (x * dy - y * dx) / across
                let along = (x * segment.north - y * segment.east) / across
                // A meeting at an end of either may be missed by a rounding; an edge that runs along has neighbors.
                if share > -1e-9, share < 1 + 1e-9, along > -1e-9, along < 1 + 1e-9 { last = max(last, share) }
                (x, y) = (endX, endY)
            }
        }
    }
}
