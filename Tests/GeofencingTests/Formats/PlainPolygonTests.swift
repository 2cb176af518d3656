import GEOS
import TestSupport
import Testing

@testable import Geofencing

/// Well-known text that is read without GEOS.
@Suite struct PlainPolygonTests {
    private func plain(_ text: String) -> (isMulti: Bool, polygons: [FlatPolygon])? {
        withScanner(of: text.utf8) { $0.plainPolygons() }
    }

    @Test(arguments: [
        "POLYGON((0 0,1 0,1 1,0 0))", "POLYGON ((0 0, 1 0, 1 1, 0 0))", "POLYGON  ( ( 0  0 ,\n1\t0 , 1 1,0 0 ) ) ",
        "POLYGON ((-1.5e1 2, 1 0, -0 1e-3, -15.0 2.000), (0 0, 1 0, 1 1, 0.0 -0))",
        "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))",
        "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0), (2 2, 3 2, 3 3, 2 2)), ((5 5, 6 5, 6 6, 5 5)))",
    ])
    func `the plain form is read as by GEOS`(text: String) throws {
        let read = try #require(plain(text))
        let geometry = try Geometry(wkt: text, context: Context())
        #expect(read.polygons == (try geometry.polygons()))
        #expect(read.isMulti == text.hasPrefix("M"))
    }

    @Test func `numbers of any length are those of GEOS, bit by bit`() throws {
        let context = try Context()
        var random = SplitMix64(seed: 3)
        for round in 0..<500 {
            let points = (0..<10).map { _ in
                (0..<2).map { _ in
                    let value = Double.random(in: -180...180, using: &random)
                    return ["\(value)", "\((value * 1e7).rounded() / 1e7)", "\(value)0123456789"][round % 3]
                }.joined(separator: " ")
            }
            let text = "POLYGON ((\((points + points.prefix(1)).joined(separator: ", "))))"
            #expect(try plain(text)?.polygons == Geometry(wkt: text, context: context).polygons(), "\(text)")
        }
    }

    @Test(arguments: [
        "", "POLYGON", "POLYGON EMPTY", "POLYGON ()", "POLYGON (())", "MULTIPOLYGON EMPTY", "POINT (1 2)",
        "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), EMPTY)", "polygon ((0 0, 1 0, 1 1, 0 0))",
        "POLYGON Z ((0 0 1, 1 0 1, 1 1 1, 0 0 1))", "POLYGON ((0 0 1, 1 0 1, 1 1 1, 0 0 1))",
        "POLYGONZ ((0 0 1, 1 0 1, 1 1 1, 0 0 1))", "POLYGON ((0 0, 1 0, 1 1))", "POLYGON ((0 0, 1 0, 0 0))",
        "POLYGON ((0 0, 1 0, 1 1, 0 0)", "POLYGON ((0 0, 1 0, 1 1, 0 0)))", "POLYGON ((0 0, 1 0, 1 1, 0 0)) x",
        "POLYGON ((0 0; 1 0; 1 1; 0 0))", "POLYGON ((0,0, 1,0, 1,1, 0,0))", "POLYGON ((0 0, 1 0, 1 1, 0 0),)",
        "POLYGON (0 0, 1 0, 1 1, 0 0)", "POLYGON (((0 0, 1 0, 1 1, 0 0)))", "MULTIPOLYGON ((0 0, 1 0, 1 1, 0 0))",
        "POLYGON ((0 0, 1 0, 1 nan, 0 0))", "POLYGON ((0 0, 1 0, 1 0x1, 0 0))", "POLYGON ((0 0, 1 0, 1 1e999, 0 0))",
        "POLYGON ((.0 0, 1 0, 1 1, 0 0))", "POLYGON ((+0 0, 1 0, 1 1, 0 0))", "POLYGON ((00, 1 0, 1 1, 00))",
        "POLYGON ((0-0, 1 0, 1 1, 0-0))",
    ])
    func `anything else is left to GEOS`(text: String) {
        #expect(plain(text) == nil)
    }
}
