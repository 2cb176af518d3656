import GEOS
import Testing

@Suite struct PreparedPolygonsTests {
    let context: Context

    init() throws { context = try Context() }

    private func squares() throws -> PreparedPolygons {
        let second = GeometryTests.square.map { $0 + 5 }
        return try PreparedPolygons(
            coordinates: GeometryTests.square + GeometryTests.hole + second,
            ringEnds: [5, 10, 15],
            polygonEnds: [2, 3],
            context: context
        )
    }

    @Test(arguments: [
        (0.0, 0.0, true), (5, 0, true), (0, 7.25, true), (10, 10, true),  // corners and edges
        (2, 3, true), (4, 4, true), (3, 2, true),  // the edge of the hole
        (3, 3, false), (1, 1, true), (-0.1, 5, false), (10.1, 5, false), (0, -1e-300, false),
    ])
    func `the boundary and the edges of holes are covered`(x: Double, y: Double, inside: Bool) throws {
        let polygons = try squares()
        #expect(polygons.covers(0, x: x, y: y, context: context) == inside)
        let byPoint = polygons.covers(0, Geometry(pointX: x, y: y, context: context))
        #expect(byPoint == inside)
    }

    @Test func `each polygon is tested separately`() throws {
        let polygons = try squares()
        #expect(polygons.count == 2)
        let point = Geometry(pointX: 12, y: 12, context: context)
        let answers = [polygons.covers(0, point), polygons.covers(1, point)]
        #expect(answers == [false, true])
    }

    @Test func `no polygon covers a non-finite position`() throws {
        let polygons = try squares()
        let places: [(Double, Double)] = [(.nan, 5), (5, .nan), (.infinity, 5), (5, -.infinity)]
        for (x, y) in places {
            #expect(!polygons.covers(0, x: x, y: y, context: context))
        }
    }

    @Test func `a broken ring after a valid polygon is refused`() throws {
        #expect(throws: GEOSError.self) {
            _ = try PreparedPolygons(
                coordinates: GeometryTests.square + [0, 0, 1, 0, 1, 1, 5, 5],
                ringEnds: [5, 9],
                polygonEnds: [1, 2],
                context: context
            )
        }
    }

    @Test func `an empty set is allowed`() throws {
        #expect(try PreparedPolygons(coordinates: [], ringEnds: [], polygonEnds: [], context: context).count == 0)
    }

    @Test func `a set outlives the context it was made with`() throws {
        var polygons: PreparedPolygons?
        do {
            let other = try Context()
            polygons = try PreparedPolygons(
                coordinates: GeometryTests.square,
                ringEnds: [5],
                polygonEnds: [1],
                context: other
            )
        }
        #expect(polygons?.covers(0, x: 10, y: 10, context: context) == true)
    }
}
