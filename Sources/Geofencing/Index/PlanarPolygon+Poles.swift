/// Rings that cross the antimeridian or go round a pole.
extension PlanarPolygon {
    /// A ring whose consecutive vertices are neighbors in x, and how far beyond its first vertex it ends.
    static func unwrapped(_ ring: [Coordinate]) -> (ring: [(x: Double, y: Double)], turn: Double) {
        var result: [(x: Double, y: Double)] = []
        result.reserveCapacity(ring.count)
        var turn = 0.0
        for (index, vertex) in ring.enumerated() {
            if index > 0 {
                let before = ring[index - 1].longitude
                let step = vertex.longitude - before
                let runsAlongParallel = abs(before) == 180 && abs(vertex.longitude) == 180
                if abs(step) > 180, !runsAlongParallel { turn += step > 0 ? -360 : 360 }
            }
            result.append((vertex.longitude + turn, vertex.latitude))
        }
        return (result, turn)
    }

    /// Refuses a ring round the Earth that cannot be closed over a pole.
    static func check(_ ring: [(x: Double, y: Double)], turn: Double, number: Int) throws(GeofenceError) {
        let isOnOneSide = ring.allSatisfy { $0.y > 0 } || ring.allSatisfy { $0.y < 0 }
        if abs(turn) == 360, isOnOneSide, number == 0 { return }
        guard abs(turn) == 360, isOnOneSide else {
            throw GeofenceError(
                .invalidPolygon,
                "the ring goes round the Earth and does not tell which pole it encloses",
                at: InputLocation(ring: number),
                recovery: "Cut it at the antimeridian and run it along longitude ±180 to latitude 90 or -90."
            )
        }
        throw GeofenceError(
            .invalidPolygon,
            "the hole goes round a pole",
            at: InputLocation(ring: number),
            recovery: """
                Write the belt as one ring without a hole: along its outer side, at one longitude to the inner side, back along \
                that, and at the same longitude back.
                """
        )
    }

    /// A ring that goes once round the Earth, closed over the pole on its own side along the meridian of a vertex that runs through
    /// none of the holes, if there is one.
    static func closedOverPole(
        _ ring: [(x: Double, y: Double)],
        around holes: ArraySlice<[(x: Double, y: Double)]>
    ) -> [(x: Double, y: Double)] {
        let extents = holes.map { hole in
            hole.reduce(into: Box.empty) { $0.enlarge(x: $1.x, y: $1.y) }
        }
        let start =
            ring.indices.first { index in
                extents.allSatisfy { extent in
                    let beyond = ring[index].x - extent.minX
                    // So far east of the hole's western end.
                    return beyond - 360 * (beyond / 360).rounded(.down) > extent.maxX - extent.minX
                }
            } ?? 0
        let turn = ring[ring.count - 1].x - ring[0].x
        // It begins where other rings do, so that copies a turn away have all of it.
        let shift = -360 * ((ring[start].x + 180) / 360).rounded(.down)
        var closed = ring[start...].map { (x: $0.x + shift, y: $0.y) }
        closed += ring[1..<(start + 1)].map { (x: $0.x + turn + shift, y: $0.y) }
        let pole: Double = ring[0].y > 0 ? 90 : -90
        let (first, last) = (closed[0], closed[closed.count - 1])
        closed.append((last.x, pole))
        closed.append((first.x, pole))
        closed.append(first)
        return closed
    }
}
