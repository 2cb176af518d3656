import GEOS
import Testing

@Suite struct STRtreeTests {
    let context: Context

    init() throws { context = try Context() }

    @Test func `a point or a line finds every box that its bounds touch`() throws {
        // Ten by ten unit boxes that share their borders.
        let boxes = (0..<100).map { index -> STRtree.Corners in
            let (x, y) = (Double(index % 10), Double(index / 10))
            return (x, y, x + 1, y + 1)
        }
        let tree = try STRtree(boxes, context: context)
        var found = STRtree.Items()
        tree.query(Geometry(pointX: 0.5, y: 0.5, context: context), into: &found)
        #expect(found.numbers == [0])
        tree.query(Geometry(pointX: 1, y: 1, context: context), into: &found)
        #expect(found.numbers.sorted() == [0, 1, 10, 11])
        tree.query(Geometry(pointX: -1, y: 1, context: context), into: &found)
        #expect(found.numbers.isEmpty)
        try tree.query(Geometry(wkt: "LINESTRING (8.5 8.5, 20 20)", context: context), into: &found)
        #expect(found.numbers.sorted() == [88, 89, 98, 99])
        try tree.query(Geometry(wkt: "LINESTRING (-1 -1, 20 20)", context: context), into: &found)
        #expect(found.numbers.sorted() == Array(0..<100))
    }

    @Test func `a zero-width box is found`() throws {
        let tree = try STRtree([(minX: 3, minY: 4, maxX: 3, maxY: 4)], context: context)
        var found = STRtree.Items()
        tree.query(Geometry(pointX: 3, y: 4, context: context), into: &found)
        #expect(found.numbers == [0])
    }

    @Test func `an empty tree finds nothing`() throws {
        let tree = try STRtree([], context: context)
        var found = STRtree.Items()
        tree.query(Geometry(pointX: 3, y: 4, context: context), into: &found)
        #expect(found.numbers.isEmpty)
    }
}
