import TestSupport
import Testing

@testable import Geofencing

/// Geofences in KML.
@Suite struct KMLTests {
    private static func polygon(_ corners: [(Double, Double)], holes: [[(Double, Double)]] = []) throws -> Polygon {
        func ring(_ corners: [(Double, Double)]) -> [Coordinate] {
            corners.map { Coordinate(latitude: $0.1, longitude: $0.0) }
        }
        return try Polygon(ring(corners), holes: holes.map(ring))
    }

    private static let kml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Map</name><!-- <Placemark> -->
          <Folder><name>Zones</name>
            <Placemark>
              <name>North &amp; S&#252;d</name><description><![CDATA[<b>x</b>]]></description>
              <Polygon><outerBoundaryIs><LinearRing><tessellate>1</tessellate><coordinates>
                0,0,0 4,0,0 4,4,0
                0,4,0 0,0,0
              </coordinates></LinearRing></outerBoundaryIs>
              <innerBoundaryIs><LinearRing><coordinates>1,1 2,1 2,2 1,1</coordinates></LinearRing></innerBoundaryIs>
              <innerBoundaryIs><LinearRing><coordinates>3,3 3.5,3 3.5,3.5 3,3</coordinates></LinearRing></innerBoundaryIs>
              </Polygon>
            </Placemark>
            <Placemark id="islands"><name><![CDATA[Two & more]]></name><MultiGeometry>
              <Polygon><outerBoundaryIs><LinearRing><coordinates>10,0 11,0 11,1 10,0</coordinates></LinearRing>
              </outerBoundaryIs></Polygon><Point><coordinates>1,1</coordinates></Point>
              <Polygon><outerBoundaryIs><LinearRing><coordinates>20,0 21,0 21,1 20,0</coordinates></LinearRing>
              </outerBoundaryIs></Polygon></MultiGeometry></Placemark>
            <Placemark><name>Pin</name><Point><coordinates>13.4,52.5,0</coordinates></Point></Placemark>
            <Placemark/>
          </Folder></Document></kml>
        """

    private static func geofences() throws -> [Geofence] {
        [
            Geofence(
                "North & Süd",
                .polygon(
                    try polygon(
                        [(0, 0), (4, 0), (4, 4), (0, 4)],
                        holes: [[(1, 1), (2, 1), (2, 2)], [(3, 3), (3.5, 3), (3.5, 3.5)]]
                    )
                ),
                name: "North & Süd"
            ),
            Geofence(
                "Two & more",
                .multiPolygon([
                    try polygon([(10, 0), (11, 0), (11, 1)]), try polygon([(20, 0), (21, 0), (21, 1)]),
                ]),
                name: "Two & more"
            ),
        ]
    }

    @Test func `placemarks with polygons are geofences, and others are left out with a warning`() throws {
        let read = try GeofenceReaderTests.read(Self.kml)
        #expect(read.geofences == (try Self.geofences()))
        #expect((0..<2).map { read.locations[$0].line } == [4, 14])
        #expect(read.findings.map(\.severity) == [.warning, .warning])
        #expect(read.findings.map(\.location.line) == [19, 20])
        #expect(read.findings[0].message == "the placemark \"Pin\" has no polygon, so it is left out")
    }

    @Test func `a namespace prefix, line ends and comments change nothing`() throws {
        let prefixed = Self.kml.replacing(/<(\/?)([A-Za-z])/) { "<\($0.output.1)k:\($0.output.2)" }
            .replacing("xmlns=", with: "xmlns:k=").replacing("<![CDATA[<k:b>", with: "<![CDATA[<b>")
        for text in [
            prefixed, Self.kml.replacing("\n", with: "\r\n"), Self.kml.replacing("4,4,0", with: "4,4,<!-- - -->0"),
        ] {
            #expect(try GeofenceReaderTests.read(text).geofences == (try Self.geofences()))
        }
    }

    @Test(arguments: [
        ("0,0 1,0 1,1 0,0", nil), ("0,0 1,0 1,1", GeofenceError.Code.invalidPolygon), ("0,0 1,0 1 0,0", .invalidSyntax),
        ("", .invalidPolygon), ("0,0 1,91 1,1 0,0", .invalidCoordinate), ("0,0 1,x 1,1 0,0", .invalidSyntax),
    ])
    func `a polygon that cannot be used is reported with its line`(_ coordinates: String, _ code: GeofenceError.Code?)
        throws
    {
        let text = """
            <kml>
            <Placemark><name>a</name><Polygon><outerBoundaryIs><LinearRing><coordinates>\(coordinates)</coordinates>
            </LinearRing></outerBoundaryIs></Polygon></Placemark>
            </kml>
            """
        let read = try GeofenceReaderTests.read(text)
        #expect(read.findings.map(\.code.rawValue) == (code.map { [$0.rawValue] } ?? []))
        #expect(read.findings.allSatisfy { $0.location.line == 2 && $0.location.column == nil })
    }

    @Test(arguments: ["0, 0 1, 0 1, 1 0, 0", "0, 0, 5 1, 0, 5 1, 1, 5 0, 0, 5", "0,0 1,0 1,,1 0,0", "0,0 ,1 1,1 0,0"])
    func `a position with spaces in it is not taken for an open ring`(coordinates: String) throws {
        let ring = "1,1 2,1 2,2 1,1"
        let read = try GeofenceReaderTests.read(Self.kml.replacing(ring, with: coordinates))
        #expect(read.geofences.map(\.id) == ["Two & more"])
        let errors = read.findings.filter { $0.severity == .error }
        #expect(errors.map(\.message) == ["a position of the placemark \"North & Süd\" has fewer than two numbers"])
        #expect(errors.map(\.location.line) == [4])
    }

    @Test func `a name that is not UTF-8 is an error, also if the file says so`() throws {
        let text = Self.kml.replacing("UTF-8", with: "ISO-8859-1").replacing("Two & more", with: "Zwei und B~ume")
        var result = ReadGeofences()
        let bytes = text.utf8.map { $0 == UInt8(ascii: "~") ? 0xE4 : $0 }
        try GeofenceReader.read(InputFile(.memory(bytes, name: "f")), into: &result)
        #expect(result.geofences.map(\.id) == ["North & Süd"])
        let errors = result.findings.filter { $0.severity == .error }
        #expect(errors.map(\.message) == ["the identifier is not UTF-8 text"])
        #expect(errors.map(\.location.line) == [14])
    }

    @Test func `a placemark without a name has no identifier, and a file that breaks off is refused`() throws {
        let nameless = Self.kml.replacing("<name>North &amp; S&#252;d</name>", with: "")
        #expect(try GeofenceReaderTests.read(nameless).findings.map(\.code.rawValue).contains("invalid_identifier"))
        let numbered = Self.kml.replacing("<name><![CDATA[Two & more]]></name>", with: "")
        #expect(try GeofenceReaderTests.read(numbered).geofences.last?.id == "islands")
        let error = failure { try GeofenceReaderTests.read(String(Self.kml.dropLast(10))) }
        #expect(error?.code == .invalidSyntax && error?.message.hasPrefix("the KML breaks off after") == true)
    }

    @Test(arguments: [
        ("&lt;&gt;&amp;&quot;&apos;", "<>&\"'"), ("&#65;&#x42;&#x1F600;&#0067;", "AB😀C"), ("&amp;lt;", "&lt;"),
        ("a & b; &", "a & b; &"), ("&&lt;", "&<"), ("&;&#;&#x;&#+5;&#xD800;&#1114112;&#99999999999;", nil),
        ("&eacute;&LT;", nil),
    ])
    func `entities of XML and the numbers of characters are replaced, others stay`(text: String, expected: String?) {
        #expect(XMLScanner.text(Array(text.utf8)) == expected ?? text)
    }
}
