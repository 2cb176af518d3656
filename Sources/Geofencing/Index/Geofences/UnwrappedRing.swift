/// A ring whose consecutive vertices are neighbors in x, even across the antimeridian.
struct UnwrappedRing {
    /// Longitudes go on beyond ±180; the last point repeats the first.
    private(set) var places: [Coordinate] = []
    /// How far east of the first point the last one is: ±360 for a ring that goes once round the Earth, otherwise 0.
    private(set) var turn = 0.0

    /// The box around the ring as it is laid out.
    var box: Box { places.reduce(into: .empty) { $0.enlarge(x: $1.longitude, y: $1.latitude) } }

    /// Unwraps a ring.
    ///
    /// A ring that goes once round the Earth but has an edge at a pole is closed by that edge: all longitudes are one
    /// point there, so the edge may as well run the other way. If there are several such edges, it is one that then
    /// runs backwards, with the largest difference in longitude as written.
    init(_ ring: [Coordinate]) {
        unwrap(ring)
        guard abs(turn) == 360 else { return }
        func span(_ end: Int) -> Double { abs(ring[end].longitude - ring[end - 1].longitude) }
        func runsOn(_ end: Int) -> Bool { (places[end].longitude - places[end - 1].longitude) * turn > 0 }
        let edges = ring.indices.dropFirst().filter(ring.isEdgeAtPole(endingAt:))
        let running = edges.filter(runsOn)
        let end = (running.isEmpty ? edges : running).max { span($0) < span($1) }
        if let end { unwrap(ring, turningBackAt: end) }
    }

    /// Lays out a ring; the edge that ends at the given vertex, if any, runs the other way round the Earth.
    private mutating func unwrap(_ ring: [Coordinate], turningBackAt end: Int? = nil) {
        let whole = turn
        (places, turn) = ([], 0)
        guard ring.hasLongStep else {
            // Most rings, which need no copy.
            places = ring
            return
        }
        places.reserveCapacity(ring.count)
        for (index, vertex) in ring.enumerated() {
            if index > 0 {
                let before = ring[index - 1].longitude
                let step = vertex.longitude - before
                let runsAlongParallel = abs(before) == 180 && abs(vertex.longitude) == 180
                if abs(step) > 180, !runsAlongParallel { turn -= 360 * (step / 360).rounded() }
            }
            if index == end { turn -= whole }
            places.append(vertex.moved(east: turn))
        }
    }

    /// Closes a ring that goes once round the Earth over the pole on its own side, along the meridian of the vertex
    /// that `seam(around:)` chooses; leaves any other ring unchanged.
    ///
    /// - Throws: `invalidPolygon` if it is not clear which pole the ring encloses.
    mutating func closeOverPole(around holes: ArraySlice<UnwrappedRing>) throws(GeofenceError) {
        guard turn != 0 else { return }
        guard hasKnownPole else { throw Self.unclearPole(ring: 0) }
        let pole: Double = places[0].latitude > 0 ? 90 : -90
        let start = seam(around: holes)
        places = places[start...] + places[1..<(start + 1)].map { $0.moved(east: turn) }
        // The middle of the ring is on the Earth, so that the copies one turn away cover all of it, folds included.
        let box = box
        let shift = -360 * (((box.minX + box.maxX) / 2 + 180) / 360).rounded(.down)
        places = places.map { $0.moved(east: shift) }
        let (first, last) = (places[0], places[places.count - 1])
        places += [last, first].map { Coordinate(latitude: pole, longitude: $0.longitude) } + [first]
    }

    /// Rejects a hole that goes round the Earth.
    ///
    /// - Parameter number: The number of the ring in its polygon.
    func checkHole(number: Int) throws(GeofenceError) {
        guard turn != 0 else { return }
        guard hasKnownPole else { throw Self.unclearPole(ring: number) }
        throw GeofenceError(
            .invalidPolygon,
            "the hole goes around a pole",
            at: InputLocation(ring: number),
            recovery: """
                Write the belt as one ring without a hole: along its outer edge, along a meridian to its inner edge, back along \
                that edge, and back along the same meridian.
                """
        )
    }

    /// Whether the ring goes once round the Earth on one side of the equator.
    private var hasKnownPole: Bool {
        abs(turn) == 360 && (places.allSatisfy { $0.latitude > 0 } || places.allSatisfy { $0.latitude < 0 })
    }

    private static func unclearPole(ring number: Int) -> GeofenceError {
        GeofenceError(
            .invalidPolygon,
            "the ring goes around the Earth, but it is unclear which pole it encloses",
            at: InputLocation(ring: number),
            recovery: "Cut it at the antimeridian, and extend it along longitude ±180 to latitude 90 or -90."
        )
    }
}

extension [Coordinate] {
    /// Whether two consecutive vertices are more than 180° of longitude apart.
    fileprivate var hasLongStep: Bool {
        let vertices = span
        for index in vertices.indices.dropFirst()
        where abs(vertices[index].longitude - vertices[index - 1].longitude) > 180 {
            return true
        }
        return false
    }

    /// Returns whether the edge that ends at a vertex of a ring, which must not be the first, lies at a pole, where all
    /// of it is a single point.
    func isEdgeAtPole(endingAt end: Int) -> Bool {
        abs(self[end].latitude) == 90 && self[end].latitude == self[end - 1].latitude
    }
}

extension Coordinate {
    /// Returns the place so many degrees further east, not wrapped.
    fileprivate func moved(east degrees: Double) -> Coordinate {
        Coordinate(latitude: latitude, longitude: longitude + degrees)
    }
}
