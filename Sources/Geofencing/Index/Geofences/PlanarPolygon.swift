/// A polygon laid out in the plane that the indexes compute in.
///
/// x is longitude, y is latitude. Each ring is unwrapped: consecutive vertices are neighbors in x even across the
/// antimeridian. Queries have x in -180 ..< 180, so a polygon that extends beyond that range comes with copies of
/// itself moved by whole turns (`copies`). GEOS and the cell index see exactly these numbers, and, where the polygon
/// meets itself or another one at a seam, the vertices that `SeamVertices` adds, which change no answer.
struct PlanarPolygon: Sendable, Hashable {
    /// x and y of all vertices of all rings in turn; each ring is closed.
    private(set) var coordinates: [Double] = []

    /// For each ring, the number of vertices up to its end; the outer ring is first.
    private(set) var ringEnds: [Int] = []

    /// The smallest box around the outer ring.
    private(set) var box = Box.empty

    /// Creates the polygon without its copies.
    ///
    /// - Throws: `invalidPolygon` if a ring goes round a pole and it is not clear which, or winds around the Earth more
    ///   often than `mostTurns`.
    init(_ polygon: Polygon) throws(GeofenceError) {
        coordinates.reserveCapacity(2 * polygon.rings.reduce(0) { $0 + $1.count })
        var outer = UnwrappedRing(polygon.exterior)
        let holes = polygon.holes.map(UnwrappedRing.init)
        try outer.closeOverPole(around: holes[...])
        append(outer.places, isHole: false)
        guard box.maxX - box.minX <= 360 * Self.mostTurns else {
            throw GeofenceError(
                .invalidPolygon,
                "the ring winds around the Earth more than \(Int(Self.mostTurns)) times",
                at: InputLocation(ring: 0),
                recovery: "Cut it into polygons that wind less often."
            )
        }
        for (index, hole) in holes.enumerated() {
            try hole.checkHole(number: index + 1)
            append(hole.places, isHole: true)
        }
    }

    /// Calls `body` with each edge that runs along a meridian: its longitude and the latitudes of its ends.
    func forEachMeridianEdge(_ body: (_ x: Double, _ start: Double, _ end: Double) -> Void) {
        var start = 0
        for end in ringEnds {
            for vertex in start + 1..<end where coordinates[2 * vertex] == coordinates[2 * vertex - 2] {
                body(coordinates[2 * vertex], coordinates[2 * vertex - 1], coordinates[2 * vertex + 1])
            }
            start = end
        }
    }

    /// Inserts vertices into the edges that run along a meridian.
    ///
    /// - Parameter latitudes: Returns the latitudes to insert between the ends of an edge, ascending.
    mutating func divideMeridians(at latitudes: (_ x: Double, _ start: Double, _ end: Double) -> [Double]) {
        var (divided, ends): ([Double], [Int]) = ([], [])
        var start = 0
        for end in ringEnds {
            for vertex in start..<end {
                let (x, y) = (coordinates[2 * vertex], coordinates[2 * vertex + 1])
                if vertex > start, coordinates[2 * vertex - 2] == x {
                    let before = coordinates[2 * vertex - 1]
                    let between = latitudes(x, before, y)
                    for latitude in before < y ? between : between.reversed() { divided += [x, latitude] }
                }
                divided += [x, y]
            }
            ends.append(divided.count / 2)
            start = end
        }
        (coordinates, ringEnds) = (divided, ends)
    }

    /// How often a ring may wind around the Earth, since there is a copy of it for each turn.
    private static var mostTurns: Double { 16 }

    /// The polygon and its copies moved by whole turns, as far as they have points in -180 ..< 180; each but the first
    /// is at most two turns from one of the two before it.
    var copies: [PlanarPolygon] {
        // A ring from 350 on by way of 0 and 100 to 200 is laid out in 350 ... 560; one that winds may go on farther.
        let most = Int((max(abs(box.minX), abs(box.maxX)) + 180) / 360)
        let turns = [0] + (1..<most + 1).flatMap { [-$0, $0] }
        // A fix at 180 is looked up at -180, so touching 180 counts as extending beyond it.
        let offsets = turns.map { 360 * Double($0) }.filter { box.maxX + $0 >= -180 && box.minX + $0 < 180 }
        return offsets.map { $0 == 0 ? self : moved(by: $0) }
    }

    private mutating func append(_ ring: [Coordinate], isHole: Bool) {
        let shift = isHole ? shift(ofHole: ring) : 0
        coordinates.append(addingCapacity: 2 * ring.count) { room in
            for vertex in ring {
                room.append(vertex.longitude + shift)
                room.append(vertex.latitude)
            }
        }
        if !isHole { box = ring.reduce(into: box) { $0.enlarge(x: $1.longitude, y: $1.latitude) } }
        ringEnds.append(coordinates.count / 2)
    }

    /// Returns the shift of a hole, which may be written whole turns away from its shell: it belongs where most of its
    /// width overlaps the shell, even if it sticks out.
    private func shift(ofHole ring: [Coordinate]) -> Double {
        let (west, east) = ring.reduce((Double.infinity, -Double.infinity)) {
            (min($0.0, $1.longitude), max($0.1, $1.longitude))
        }
        func overlap(_ shift: Double) -> Double { min(east + shift, box.maxX) - max(west + shift, box.minX) }
        var best = 0.0
        for shift in [-360.0, 360, -720, 720] where overlap(shift) > overlap(best) { best = shift }
        return best
    }

    private func moved(by offset: Double) -> PlanarPolygon {
        var copy = self
        for index in stride(from: 0, to: coordinates.count, by: 2) { copy.coordinates[index] += offset }
        copy.box.minX += offset
        copy.box.maxX += offset
        return copy
    }
}
