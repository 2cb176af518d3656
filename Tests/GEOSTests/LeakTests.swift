import GEOS
import Testing

/// Makes and drops everything that owns memory of GEOS, by the way of failure too, for LeakSanitizer to look at
/// (`Scripts/sanitize`).
@Suite struct LeakTests {
    @Test func `every GEOS object is freed after use`() throws {
        for _ in 0..<200 {
            let context = try Context()
            let text = "POLYGON ((0 0, 10 10, 10 0, 0 10, 0 0))"
            let polygon = try Geometry(wkt: text, context: context)
            #expect(try polygon.invalidity()?.reason == "Self-intersection")
            #expect(try polygon.makeValid().polygons().count == 2)
            #expect(try Geometry(wkb: polygon.wkb(), context: context).polygons().count == 1)
            let square = GeometryTests.square
            let polygons = try PreparedPolygons(
                coordinates: square + GeometryTests.hole + square,
                ringEnds: [5, 10, 15],
                polygonEnds: [2, 3],
                context: context
            )
            #expect(polygons.covers(0, x: 5, y: 5, context: context))
            let tree = try STRtree([(minX: 0, minY: 0, maxX: 1, maxY: 1)], context: context)
            var found = STRtree.Items()
            tree.query(Geometry(pointX: 1, y: 1, context: context), into: &found)
            #expect(found.numbers == [0])
        }
    }

    @Test func `objects created before a failure are freed`() throws {
        let square = GeometryTests.square
        let open: [Double] = [0, 0, 1, 0, 1, 1, 5, 5]
        for _ in 0..<200 {
            let context = try Context()
            #expect(throws: GEOSError.self) { _ = try Geometry(wkt: "POLYGON ((0 0", context: context).isEmpty }
            #expect(throws: GEOSError.self) {
                let polygon = FlatPolygon(coordinates: square + square + open, ringEnds: [5, 10, 14])
                _ = try Geometry(polygon, context: context).isEmpty
            }
            #expect(throws: GEOSError.self) {
                let polygons = [FlatPolygon(ring: square), FlatPolygon(ring: open)]
                _ = try Geometry(multiPolygon: polygons, context: context).isEmpty
            }
            #expect(throws: GEOSError.self) {
                _ = try PreparedPolygons(
                    coordinates: square + square + open,
                    ringEnds: [5, 10, 14],
                    polygonEnds: [1, 3],
                    context: context
                )
            }
        }
    }
}
