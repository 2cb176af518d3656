import TestSupport
import Testing

@testable import Geofencing

/// Tables with a column of well-known text or binary.
@Suite struct WellKnownColumnTests {
    private func read(_ rows: String) throws -> ReadGeofences {
        try GeofenceReaderTests.read("id,name,wkt,lat,lon,radius_m\n" + rows)
    }

    @Test func `deeply nested geometries are refused before they reach GEOS`() throws {
        // Least significant byte first: a collection (7) or a multipolygon (6) of so many, and a triangle.
        func collection(_ kind: Int, of count: Int) -> String { "010\(kind)0000000\(count)000000" }
        let numbers = [0, 0, 1, 0, 1, 1, 0, 0].map { $0 == 0 ? "0000000000000000" : "000000000000F03F" }
        let triangle = "0103000000" + "01000000" + "04000000" + numbers.joined()
        let beside = collection(6, of: 2) + triangle
        for geometry in [
            String(repeating: "GEOMETRYCOLLECTION(", count: 50_000),
            String(repeating: collection(7, of: 1), count: 50_000),
            beside + String(repeating: collection(6, of: 1), count: 50_000),
        ] {
            let read = try read("a,,\(geometry),,,\n")
            #expect(read.findings.map(\.message) == ["the geometry is nested more than 32 levels deep"])
        }
        // Of 32 levels it is told what they are, not how many.
        let inner = ["POINT (1 2)", "0101000000" + String(repeating: "0", count: 32)]
        for (levels, isTooDeep) in [(31, false), (32, true)] {
            let text = String(repeating: "GEOMETRYCOLLECTION(", count: levels) + inner[0]
            let closed = text + String(repeating: ")", count: levels)
            let binary = String(repeating: collection(7, of: 1), count: levels + (isTooDeep ? 1 : 0)) + inner[1]
            for geometry in [closed, binary] {
                let message = try read("a,,\(geometry),,,\n").findings.first?.message
                #expect(message?.hasSuffix("32 levels deep") == isTooDeep, "\(levels): \(message ?? "none")")
            }
        }
        let deepest = String(repeating: collection(7, of: 1), count: 32) + inner[1]
        #expect(try read("a,,\(deepest),,,\n").findings.map(\.message) == ["the geometry is not a region"])
        // What GEOS reads in another way than the standard says, or as an older byte order.
        let ends = String(repeating: "0107000000" + "01000000", count: 20_000)
        for start in ["010700010001000000", "010700FF0F01000000", "020700000001000000", "01FFFFFFFF01000000"] {
            let read = try read("a,,\(start)\(ends),,,\n")
            #expect(read.findings.count == 1 && read.findings[0].message.hasSuffix("unknown byte order or type"))
        }
        // Two polygons are no depth, however many others stand beside them.
        let many = collection(6, of: 9) + String(repeating: triangle, count: 9)
        #expect(try read("a,,\(many),,,\n").geofences.count == 1)
    }

    @Test func `hexadecimal numbers and non-ASCII digits are refused`() throws {
        for shape in ["0103000000FFFFFFFF\u{FF10}\u{FF10}\u{FF10}", "\"POLYGON ((0x10 52,14 52,14 53,0x10 52))\""] {
            let read = try read("a,,\(shape),,,\n")
            #expect(read.findings.map(\.code) == [.init(rawValue: "invalid_syntax")], "\(shape)")
        }
    }

    @Test func `text after a shape is refused, even if GEOS accepts it`() throws {
        let triangle = "POLYGON ((0 0, 1 0, 1 1, 0 0))"
        for rest in [" \(triangle)", ",(junk", ")", " EMPTY"] {
            let read = try read("a,,\"\(triangle)\(rest)\",,,\n")
            #expect(read.findings.map(\.code.rawValue) == ["invalid_syntax"], "\(rest)")
        }
        #expect(try read("a,,\"\(triangle) \t\",,,\n").geofences.count == 1)
    }

    @Test func `shapes are read from text and binary, with and without an SRID`() throws {
        let read = try read(
            """
            a,Alpha,"POLYGON ((0 0, 1 0, 1 1, 0 0), (0.1 0.05, 0.2 0.05, 0.2 0.1, 0.1 0.05))",,,
            b,,"srid=4326;MULTIPOLYGON (((2 0, 3 0, 3 1, 2 0)), ((4 0, 5 0, 5 1, 4 0)))",,,
            c,,POINT (7 8),,,100
            d,,0101000020E6100000000000000000F03F0000000000000040,,,50
            e,,,5,6,7
            f,,"POLYGON Z ((0.1 1e-3 5, 1 0 5, 1 1 5, 0.1 1e-3 5))",,,
            """
        )
        #expect(read.findings.isEmpty)
        #expect(read.geofences.map(\.id.rawValue) == ["a", "b", "c", "d", "e", "f"])
        let regions = read.geofences.map(\.region)
        func circle(_ latitude: Double, _ longitude: Double, _ meters: Double) -> Geofence.Region {
            .circle(center: Coordinate(latitude: latitude, longitude: longitude), radius: .meters(meters))
        }
        #expect(Array(regions[2...4]) == [circle(8, 7, 100), circle(2, 1, 50), circle(5, 6, 7)])
        guard case .polygon(let one) = regions[0], case .multiPolygon(let two) = regions[1],
            case .polygon(let flat) = regions[5]
        else {
            Issue.record("these are polygons")
            return
        }
        #expect(one.rings.map(\.count) == [4, 4] && one.exterior[1] == Coordinate(latitude: 0, longitude: 1))
        #expect(two.map(\.exterior.count) == [4, 4])
        #expect(flat.exterior[0] == Coordinate(latitude: 0.001, longitude: 0.1))
    }

    @Test(arguments: [
        ("a,,\"POLYGON ((0 0, 1 0, 1 1, 0 1))\",,,", "the ring that begins at 0 0 is not closed: it ends at 0 1"),
        ("a,,\"MULTIPOLYGON (((0 0, 1 0, 1 1, 0.0 0)), ((5 5, 6 5, 6 6)))\",,,", "begins at 5 5 is not"),
        ("a,,\"LINESTRING (0 0, 1 1)\",,,", "a LINESTRING, not a region"),
        ("a,,01020000000200000000000000000000000000000000000000000000000000F03F000000000000F03F,,,", "not a region"),
        ("a,,POINT EMPTY,,,5", "no geometry"), ("a,,,2,361,5", "361"),
        ("a,,SRID=31370;POINT (0 0),,,5", "31370"), ("a,,POINT (nan 5),,,5", "nan"), ("a,,POINT (0 95),,,5", "95"),
        ("a,,,,,5", "no geometry"), ("a,,POINT (1 1),,,", "radius"), ("a,,POLYGON EMPTY,,,", "no geometry"),
        ("a,,01zz,,,5", "well-known"), ("a,,POLYGON ((0 0,,,", "well-known"), ("a,,,1,,5", "not a place"),
        ("a,,\"MULTIPOLYGON (EMPTY, ((0 0, 1 0, 1 1, 0 0)))\",,,", "1 of the 2 polygons of the MULTIPOLYGON is empty"),
        (
            "a,,0106000000030000000103000000000000000103000000010000000400000000000000000000000000000000000000000000000000F03F0000"
                + "000000000000000000000000F03F000000000000F03F00000000000000000000000000000000010300000000000000,,,",
            "2 of the 3 polygons of the MULTIPOLYGON are empty"
        ),
        ("a,,\"MULTIPOLYGON (EMPTY, EMPTY)\",,,", "no geometry"),
        ("a,,0101000020547B0000000000000000F03F0000000000000040,,,5", "31572"),
    ])
    func `a bad shape is a finding with its reason`(row: String, words: String) throws {
        let read = try read(row)
        #expect(read.geofences.isEmpty)
        #expect(read.findings.count == 1)
        #expect(read.findings.first?.message.contains(words) == true, "\(read.findings)")
    }

    @Test func `a center beyond the antimeridian is wrapped`() throws {
        let read = try read("a,,POINT (190 1),,,5\nb,,,1,-190,5\nc,,,1,360,5")
        let centers = read.geofences.map { geofence -> Double? in
            guard case .circle(let center, _) = geofence.region else { return nil }
            return center.longitude
        }
        #expect(centers == [-170, 170, 0])
    }

    @Test func `a header without circle or geometry columns suggests them`() {
        let error = #expect(throws: GeofenceError.self) { try GeofenceReaderTests.read("id,lat\na,5\n") }
        #expect(error?.recoverySuggestion.contains("or geometry: wkt|wkb") == true)
    }
}
