import Geofencing
import Testing

@Suite struct PlanarPolygonTests {
    /// Corners as longitude, latitude.
    private func ring(_ corners: [(Double, Double)]) -> [Coordinate] {
        corners.map { Coordinate(latitude: $0.1, longitude: $0.0) }
    }

    private func layOut(_ corners: [(Double, Double)], holes: [[(Double, Double)]] = []) throws -> [PlanarPolygon] {
        try PlanarPolygon.layOut(Polygon(ring(corners), holes: holes.map(ring)))
    }

    @Test func `a polygon away from the antimeridian is laid out once, as it is`() throws {
        let parts = try layOut([(1, 2), (3, 2), (3, 4)])
        #expect(parts.map(\.coordinates) == [[1, 2, 3, 2, 3, 4, 1, 2]])
        #expect(parts.map(\.ringEnds) == [[4]])
        #expect(parts.map(\.box) == [Box(minX: 1, minY: 2, maxX: 3, maxY: 4)])
    }

    @Test func `both ways to write a ring across the antimeridian are one`() throws {
        let east = try layOut([(178, 0), (182, 0), (182, 1), (178, 1)])
        let jumping = try layOut([(178, 0), (-178, 0), (-178, 1), (178, 1)])
        let west = try layOut([(-182, 0), (-178, 0), (-178, 1), (-182, 1)])
        let boxes: Set = [Box(minX: 178, minY: 0, maxX: 182, maxY: 1), Box(minX: -182, minY: 0, maxX: -178, maxY: 1)]
        #expect(Set(east.map(\.box)) == boxes)
        #expect(Set(jumping) == Set(east))
        #expect(Set(west) == Set(east))
    }

    @Test func `a polygon that ends at the antimeridian is there on both sides`() throws {
        let parts = try layOut([(170, 0), (180, 0), (180, 1), (170, 1)])
        #expect(Set(parts.map(\.box.maxX)) == [180, -180])
        let western = try layOut([(-180, 0), (-170, 0), (-170, 1), (-180, 1)])
        #expect(western.map(\.box.minX) == [-180])
    }

    @Test func `the box of the whole world keeps its width`() throws {
        let parts = try layOut([(-180, -90), (180, -90), (180, 90), (-180, 90)])
        #expect(parts.contains { $0.box == Box(minX: -180, minY: -90, maxX: 180, maxY: 90) })
    }

    @Test func `a hole written a turn away is cut out where its shell is`() throws {
        let shell: [(Double, Double)] = [(178, 0), (184, 0), (184, 6), (178, 6)]
        let near = try layOut(shell, holes: [[(181, 1), (182, 1), (182, 2)]])
        let away = try layOut(shell, holes: [[(-179, 1), (-178, 1), (-178, 2)]])
        #expect(near == away)
        let jumping = try layOut(
            [(178, 0), (-176, 0), (-176, 6), (178, 6)],
            holes: [[(-179, 1), (-178, 1), (-178, 2)]]
        )
        #expect(jumping == near)
    }

    @Test func `a ring round a pole is closed over the pole on its side`() throws {
        for (latitude, pole) in [(70.0, 90.0), (-70, -90)] {
            let parts = try layOut([(0, latitude), (90, latitude), (180, latitude), (-90, latitude)])
            let first = try #require(parts.first)
            #expect(first.box.maxX - first.box.minX == 360)
            #expect(first.box.contains(x: first.box.minX, y: pole))
            #expect(first.coordinates.prefix(2) == first.coordinates.suffix(2))
        }
    }

    @Test func `a ring round the Earth that could mean either pole is refused`() {
        #expect {
            try layOut([(0, 10), (90, -10), (180, 10), (-90, -10)])
        } throws: { error in
            let error = error as? GeofenceError
            return error?.code == .invalidPolygon && error?.location?.ring == 0
        }
    }
}
