import GEOS
import Testing

@Suite struct GeometryTests {
    let context: Context

    init() throws { context = try Context() }

    static let square: [Double] = [0, 0, 10, 0, 10, 10, 0, 10, 0, 0]
    static let hole: [Double] = [2, 2, 4, 2, 4, 4, 2, 4, 2, 2]
    private static let squareWithHole = FlatPolygon(coordinates: square + hole, ringEnds: [5, 10])

    @Test func `the library reports its version`() {
        #expect(GEOS.version.hasPrefix("3."))
    }

    @Test func `well-known text is read`() throws {
        let texts: [(text: String, kind: Geometry.Kind, coordinates: [[Double]])] = [
            ("POINT (-97.5 30.25)", .point(x: -97.5, y: 30.25), []),
            ("LINESTRING (0 0, 1 1)", .other, []),
            ("POLYGON ((0 0, 10 0, 10 10, 0 0))", .polygon, [[0, 0, 10, 0, 10, 10, 0, 0]]),
            ("POLYGON EMPTY", .polygon, []),
            (
                "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))", .multiPolygon,
                [[0, 0, 1, 0, 1, 1, 0, 0], [5, 5, 6, 5, 6, 6, 5, 5]]
            ),
        ]
        for (text, kind, coordinates) in texts {
            let geometry = try Geometry(wkt: text, context: context)
            let found = geometry.kind
            #expect(found == kind)
            #expect(try geometry.polygons().map(\.coordinates) == coordinates)
        }
    }

    @Test func `well-known binary keeps every bit`() throws {
        let coordinates: [Double] = [0.1, 0.2, 1.0 / 3, 0.30000000000000004, 0x1p-1000, .pi, 0.1, 0.2]
        let polygon = try Geometry(FlatPolygon(ring: coordinates), context: context)
        let copy = try Geometry(wkb: polygon.wkb(), context: context)
        #expect(try copy.polygons().first?.coordinates == coordinates)
    }

    @Test func `well-known binary is read with and without an SRID`() throws {
        let numbers: [UInt8] = [0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40]
        let headers: [(bytes: [UInt8], srid: Int)] = [
            ([1, 1, 0, 0, 0], 0), ([1, 1, 0, 0, 0x20, 0xE6, 0x10, 0, 0], 4326),
        ]
        for (header, srid) in headers {
            let point = try Geometry(wkb: header + numbers, context: context)
            let (kind, found) = (point.kind, point.srid)
            #expect(kind == .point(x: 1, y: 2))
            #expect(found == srid)
        }
    }

    @Test(arguments: ["", "POLYGON ((0 0, 1 1))", "POLYGON ((0 0, 1 0, 1 1, 0 1))", "CIRCLE (1 2)", "POINT (1"])
    func `text that is not a geometry is refused with a message`(text: String) throws {
        #expect {
            _ = try Geometry(wkt: text, context: context).isEmpty
        } throws: { error in
            (error as? GEOSError)?.function == "GEOSWKTReader_read_r" && (error as? GEOSError)?.message.isEmpty == false
        }
    }

    @Test func `bytes that are not a geometry are refused`() throws {
        for bytes: [UInt8] in [[], [1], [1, 3, 0, 0, 0, 255, 255, 255, 127], [9, 9, 9, 9, 9]] {
            #expect(throws: GEOSError.self) { _ = try Geometry(wkb: bytes, context: context).isEmpty }
        }
    }

    @Test func `a polygon made from flat coordinates returns the same coordinates`() throws {
        let polygon = try Geometry(Self.squareWithHole, context: context)
        #expect(try polygon.area() == 96)
        #expect(try polygon.polygons() == [Self.squareWithHole])
    }

    @Test func `a ring that is not closed is refused`() throws {
        #expect(throws: GEOSError.self) {
            _ = try Geometry(FlatPolygon(ring: [0, 0, 1, 0, 1, 1, 0, 1]), context: context).isEmpty
        }
        #expect(throws: GEOSError.self) {
            let polygon = FlatPolygon(coordinates: Self.square + [1, 1, 2, 2], ringEnds: [5, 7])
            _ = try Geometry(polygon, context: context).isEmpty
        }
    }

    @Test func `the area of a multipolygon is the sum of its members`() throws {
        let far = Self.hole.map { $0 + 100 }
        let both = try Geometry(
            multiPolygon: [FlatPolygon(ring: Self.square), FlatPolygon(ring: far)],
            context: context
        )
        #expect(try both.area() == 104)
        #expect(try both.polygons().map(\.coordinates) == [Self.square, far])
        #expect(throws: GEOSError.self) {
            let polygons = [FlatPolygon(ring: Self.square), FlatPolygon(ring: [0, 0, 1, 1])]
            _ = try Geometry(multiPolygon: polygons, context: context).isEmpty
        }
    }

    @Test(arguments: [
        ("POLYGON ((0 0, 10 10, 10 0, 0 10, 0 0))", "Self-intersection", 5.0, 5.0),
        ("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (20 20, 21 20, 21 21, 20 20))", "Hole lies outside shell", 20, 20),
        (
            "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 8 1, 8 8, 1 8, 1 1), (2 2, 7 2, 7 7, 2 7, 2 2))",
            "Holes are nested", 2, 2
        ),
        ("MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9, 0 0)), ((2 2, 4 2, 4 4, 2 4, 2 2)))", "Nested shells", 2, 2),
    ])
    func `an invalid geometry says why and where`(text: String, reason: String, x: Double, y: Double) throws {
        let found = try #require(try Geometry(wkt: text, context: context).invalidity())
        #expect(found.reason == reason)
        #expect(found.place?.x == x)
        #expect(found.place?.y == y)
    }

    @Test func `a valid geometry reports no invalidity`() throws {
        #expect(try Geometry(Self.squareWithHole, context: context).invalidity() == nil)
        let empty = try Geometry(FlatPolygon(), context: context)
        #expect(try empty.invalidity() == nil)
        let isEmpty = empty.isEmpty
        #expect(isEmpty)
    }

    @Test func `making a bowtie valid yields its two wings`() throws {
        let bowtie = try Geometry(wkt: "POLYGON ((0 0, 10 10, 10 0, 0 10, 0 0))", context: context)
        let fixed = try bowtie.makeValid()
        #expect(try fixed.invalidity() == nil)
        #expect(try fixed.polygons().count == 2)
        #expect(try fixed.area() == 50)
    }

    @Test func `a polygon that collapses to a line leaves no polygons when made valid`() throws {
        let flat = try Geometry(wkt: "POLYGON ((0 0, 10 10, 5 5, 0 0))", context: context)
        #expect(try flat.makeValid().polygons().isEmpty)
    }

    @Test func `overlapping members are merged when made valid`() throws {
        let text = "MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((2 2, 6 2, 6 6, 2 6, 2 2)))"
        #expect(try Geometry(wkt: text, context: context).makeValid().area() == 28)
    }

    @Test func `the polygons of a nested collection are found`() throws {
        let text = "GEOMETRYCOLLECTION (POINT (1 1), GEOMETRYCOLLECTION (POLYGON ((0 0, 1 0, 1 1, 0 0))))"
        #expect(try Geometry(wkt: text, context: context).polygons().count == 1)
    }
}

extension FlatPolygon {
    /// A polygon without holes.
    init(ring: [Double]) { self.init(coordinates: ring, ringEnds: [ring.count / 2]) }
}
