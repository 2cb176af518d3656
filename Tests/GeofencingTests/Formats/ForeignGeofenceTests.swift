import TestSupport
import Testing

@testable import Geofencing

/// Geofences as OwnTracks and Traccar export them.
@Suite struct ForeignGeofenceTests {
    private static func circle(_ latitude: Double, _ longitude: Double, _ radius: Double) -> Geofence.Region {
        .circle(center: Coordinate(latitude: latitude, longitude: longitude), radius: .meters(radius))
    }

    private static let waypoints = #"""
        {
          "_type": "waypoints",
          "waypoints": [
            {"_type": "waypoint", "desc": "Home", "lat": 52.5, "lon": 13.4, "rad": 100, "tst": 1, "rid": "a1"},
            {"_type": "waypoint", "desc": "Kiosk \"X\"", "lat": 52.6, "lon": 13.4, "rad": 0, "tst": 2},
            {"_type": "waypoint", "desc": "W\u00f6rk, old", "lat": -1e-3, "lon": -70, "rad": 250.5, "tst": 3}
          ]
        }
        """#

    @Test func `waypoints of OwnTracks are circles with the identifiers of its transitions`() throws {
        let read = try GeofenceReaderTests.read(Self.waypoints)
        #expect(read.geofences.map(\.id) == ["a1", "Wörk, old"])
        #expect(read.geofences.map(\.name) == ["Home", "Wörk, old"])
        #expect(read.geofences.map(\.region) == [Self.circle(52.5, 13.4, 100), Self.circle(-1e-3, -70, 250.5)])
        #expect((0..<2).map { read.locations[$0].line } == [4, 6])
        // A place that is no region.
        #expect(read.findings.map(\.severity) == [.warning])
        #expect(read.findings[0].message == #"the waypoint "Kiosk "X"" has no radius, so it is left out"#)
        #expect(read.findings[0].location.line == 5)
    }

    @Test(arguments: [
        #"{"_type":"waypoint","desc":"a","lat":1,"lon":2,"rad":3}"#,
        #"[{"_type":"waypoint","desc":"a","lat":1,"lon":2,"rad":"3"}]"#,
        "\u{FEFF}" + #"{"desc":"a","lat":1,"lon":2,"rad":3,"_type":"waypoint"}"#,
        #"{"waypoints":[{"rad":3,"desc":"a","lat":1,"lon":2,"_type":"waypoint"}],"_type":"configuration","tls":{}}"#,
        #"{"_type":"waypoint","desc":"b","lat":1,"lon":2}"# + "\n"
            + #"{"_type":"waypoint","desc":"a","lat":1,"lon":2,"rad":3}"# + "\r\n\r\n",
    ])
    func `waypoints may be single, in an array, in a configuration or one after the other`(text: String) throws {
        let read = try GeofenceReaderTests.read(text)
        #expect(read.geofences == [Geofence("a", Self.circle(1, 2, 3), name: "a")])
        #expect(read.findings.allSatisfy { $0.severity == .warning })
    }

    private static let corners = [(52.5, 13.3), (52.6, 13.3), (52.6, 13.4)].map {
        Coordinate(latitude: $0.0, longitude: $0.1)
    }

    @Test func `Traccar's objects are geofences with the latitude first`() throws {
        let text = #"""
            [{"id":7,"attributes":{"speedLimit":50},"calendarId":0,"name":"Yard","description":null,
              "area":"CIRCLE (52.5 13.4, 150.0)"},
             {"id":8,"attributes":{},"name":"Zone","area":"POLYGON ((52.5 13.3, 52.6 13.3, 52.6 13.4, 52.5 13.3))"},
             {"id":null,"area":" "}, {"id":9,"name":"Route","area":"LINESTRING (52.5 13.3, 52.6 13.3)"},
             {"id":10,"name":"","area":""}]
            """#
        let read = try GeofenceReaderTests.read(text)
        #expect(
            read.geofences == [
                Geofence("7", Self.circle(52.5, 13.4, 150), name: "Yard"),
                Geofence("8", .polygon(try Polygon(Self.corners)), name: "Zone"),
            ]
        )
        #expect(
            read.findings.map(\.message) == [
                "the area is not one that Traccar writes", "the area is a LINESTRING, not a region",
                "the geofence has no geometry",
            ]
        )
        #expect(read.findings.map(\.location.line) == [4, 4, 5])
        #expect(read.findings[1].location.geofence == "9" && read.findings[1].location.column == nil)
    }

    @Test func `a table of Traccar's areas is read as its objects are`() throws {
        let text = #"""
            id,attributes,area,name,description,calendarid
            7,"{""a"":1}","circle(52.5   13.4,150)",Yard,,
            8,{},"POLYGON((52.5 13.3,52.6 13.3 , 52.6 13.4))",Zone,,
            9,{},,Empty,,
            10,{},"POLYGON ((52.5 13.3, 52.6 13.3, 52.6 13.4), (52.55 13.32, 52.56 13.32, 52.56 13.33))",Hole,,

            """#
        let read = try GeofenceReaderTests.read(text)
        #expect(read.geofences.map(\.id) == ["7", "8", "10"])
        #expect(read.geofences[0].region == Self.circle(52.5, 13.4, 150))
        #expect(read.geofences[1].region == .polygon(try Polygon(Self.corners)))
        guard case .polygon(let holed) = read.geofences[2].region else { throw Unexpected() }
        #expect(holed.holes.map(\.count) == [4])
        #expect(read.findings.map(\.message) == ["the geofence has no geometry"])
    }

    private struct Unexpected: Error {}

    @Test(arguments: [
        ("CIRCLE (52.5 13.4)", "the area is not one that Traccar writes"),
        ("CIRCLE (52.5, 13.4, 150)", "the area is not one that Traccar writes"),
        ("CIRCLE (52.5 13.4, 150) x", "the area is not one that Traccar writes"),
        ("CIRCLE (52.5 13.4, 0)", "the radius"),
        ("CIRCLE (152.5 13.4, 10)", "the center"),
        ("POLYGON (52.5 13.3, 52.6 13.3, 52.6 13.4)", "the area is not one that Traccar writes"),
        ("POLYGON ((52.5 13.3, 52.6 13.3, 52.6))", "the area is not one that Traccar writes"),
        ("POLYGON ((52.5 13.3, 52.6 13.3))", "the ring has fewer than three distinct vertices"),
        ("POLYGON ((52.5 13.3, 52.6 13.3, 92.6 13.4))", "vertex"), ("35.2", "the area is not one that Traccar writes"),
    ])
    func `an area that cannot be read is an error of its geofence`(area: String, message: String) throws {
        let read = try GeofenceReaderTests.read("id,name,area\n7,Yard,\"\(area)\"\n")
        #expect(read.geofences.isEmpty)
        #expect(read.findings.count == 1)
        #expect(read.findings[0].message.hasPrefix(message), "\(read.findings[0].message)")
        #expect(read.findings[0].location.line == 2)
    }

    @Test(arguments: [
        (
            #"[{"_type":"waypoint","desc":"a","lat":1,"lon":2,"rad":3},{"_type":"waypoint"}]"#,
            "the waypoint \"\" has no"
        ),
        (#"[{"id":1,"name":"a","area":"CIRCLE (1 2, 3)"},{"area":""}]"#, "the geofence has no identifier"),
    ])
    func `an entry without any value is reported`(text: String, message: String) throws {
        let read = try GeofenceReaderTests.read(text)
        #expect(read.geofences.count == 1)
        #expect(read.findings.count == 1)
        #expect(read.findings.first?.message.hasPrefix(message) == true, "\(read.findings)")
    }

    @Test(arguments: [
        (#"[{"_type":"waypoint","desc":"a","lat":1,"lat":9,"lon":2,"rad":3,"tst":1,"tst":2}]"#, "\"lat\""),
        (#"[{"id":1,"area":"CIRCLE (1 2, 3)","name":"a","area":"CIRCLE (9 2, 3)"}]"#, "\"area\""),
    ])
    func `a key that is read and occurs twice is an error`(text: String, key: String) throws {
        let read = try GeofenceReaderTests.read(text)
        #expect(read.geofences.isEmpty)
        #expect(read.findings.map(\.message) == ["\(key) occurs twice"])
    }

    @Test func `an area beside a place or a shape is a size`() throws {
        let circles = try GeofenceReaderTests.read("id,lat,lon,radius_m,area\na,1,2,3,CIRCLE\nb,1,2,3,17.5\n")
        #expect(circles.geofences.count == 2 && circles.findings.isEmpty)
        let shapes = try GeofenceReaderTests.read("id,area,wkt\na,17.5,\"POLYGON ((0 0,1 0,1 1,0 0))\"\n")
        #expect(shapes.geofences.count == 1 && shapes.findings.isEmpty)
        let feature = #"{"area":"large","type":"Feature","id":"a","properties":{},"geometry":null}"#
        #expect(try GeofenceReaderTests.read(feature).findings.map(\.code.rawValue) == ["invalid_polygon"])
        #expect(throws: GeofenceError.self) { try GeofenceReaderTests.read(#"[{"id":1,"area":17.5}]"#) }
    }

    @Test func `an export that breaks off is refused as a whole`() throws {
        let text = Self.waypoints.dropLast(12)
        let error = failure { try GeofenceReaderTests.read(String(text)) }
        #expect(error?.message == "the OwnTracks export breaks off after \(text.utf8.count) bytes")
        let traccar = failure { try GeofenceReaderTests.read(#"[{"id":1,"name":"a","area":"CIRCLE (1 2, 3)"}"#) }
        #expect(traccar?.message.hasPrefix("the Traccar export breaks off") == true)
    }

    @Test func `names with line ends and NUL are refused, and change no other geofence`() throws {
        let text = #"""
            [{"id":"a\nb","name":"x","area":"CIRCLE (1 2, 3)"},
             {"id":"c\u0000","name":"y","area":"CIRCLE (1 2, 3)"},
             {"id":"d","name":"z, \"q\"","area":"CIRCLE (1 2, 3)"}]
            """#
        let read = try GeofenceReaderTests.read(text)
        #expect(read.geofences == [Geofence("d", Self.circle(1, 2, 3), name: #"z, "q""#)])
        #expect(read.findings.map { $0.location.line } == [1, 2])
        #expect(read.findings.allSatisfy { $0.code.rawValue == "invalid_identifier" })
    }
}
