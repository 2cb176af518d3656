import TestSupport
import Testing

@testable import Geofencing

/// What is said of something else in place of geofences, and of tables of geofences.
@Suite struct FenceAdviceTests {
    private static func findings(_ text: String) throws -> [GeofenceFinding] {
        try GeofenceFile(contents: text.utf8, name: "fences").findings()
    }

    private static let fix = #"{"device":"a","ts_unix_ms":1767225600000,"coordinate":{"latitude":1,"longitude":2}}"#
    private static let records =
        #"{"locations":[{"timestamp":"2026-01-01T00:01:00Z","latitudeE7":520000000,"longitudeE7":134000000}]}"#

    @Test(arguments: [
        fix + "\n" + fix + "\n", "\u{1E}" + fix + "\n", "\u{FEFF}\n\n" + fix,
        #"{"lat":1,"lon":2,"timestamp":"2026-01-01T00:01:00Z"}"#, "{\n  \"time\": 1,\n  \"lat\": 1,\n  \"lng\": 2\n}\n",
        #"{"_type":"location","tid":"a","lat":1,"lon":2,"tst":1767225600}"#, records,
        #"[{"startTime":"2026-01-01T00:00:00Z","visit":{}}]"#, "[\n\(fix),\n\(fix)]",
        #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"#
            + #""properties":{"time":1}}]}"#,
    ])
    func `a trace given as geofences is a single error`(trace: String) throws {
        let error = try #require(failure { try Self.findings(trace) })
        #expect(error.code == .unknownFormat)
        #expect(error.message == "this is a trace, not geofences")
        for way in ["Give it as --trace", "`TraceFile` in code"] { #expect(error.recoverySuggestion.contains(way)) }
    }

    @Test(arguments: [
        #"{"_type":"card","name":"a","tst":1767225600}"#,
        #"{"id":"a","lat":1,"lon":2}"#, #"{"time":1,"lat":1}"#,
        "{}",
    ])
    func `JSON that is not a fix is not mistaken for a trace`(object: String) throws {
        #expect(try Self.findings(object).map(\.message) == ["this JSON object is not GeoJSON"])
    }

    @Test(arguments: [
        (
            #""polygon":[{"lat":5,"lng":1},{"lat":5,"lng":2},{"lat":6,"lng":2}]"#,
            "[[.polygon[] | [.lng, .lat]]]} | del(.polygon)"
        ),
        (#""points":[{"x":1,"y":5},{"x":2,"y":5},{"x":2,"y":6}]"#, "[[.points[] | [.x, .y]]]} | del(.points)"),
        (#""ring":[[-1, 5], [2, 5] ,[2,6],[-1,5]]"#, "[.ring]} | del(.ring)"),
    ])
    func `a ring in an array of an object is made a polygon`(member: String, filter: String) throws {
        let object = #"{"id":"a","tags":["x"],\#(member)}"#
        let finding = try #require(try Self.findings(object + "\n").first)
        let polygon = ".geometry = {type: \"Polygon\", coordinates: \(filter)"
        #expect(finding.recoverySuggestion.contains("`jq -c '\(polygon)' FILE`"), "\(finding)")
        let error = try #require(failure { try Self.findings("[\(object)]") })
        #expect(error.recoverySuggestion.contains("`jq -c 'flatten[] | \(polygon)' FILE`"), "\(error)")
    }

    @Test(arguments: ["[%]", "[[%],%]"])
    func `an array of collections is told apart from one of circles`(form: String) throws {
        let feature = #"{"type":"Feature","id":"a","properties":{},"geometry":null}"#
        let collection = #"{"type":"FeatureCollection","features":[\#(feature)]}"#
        let text = form.replacing("%", with: collection)
        let error = try #require(failure { try Self.findings(text) })
        #expect(error.code == .unknownFormat && error.message.contains("array of collections"))
        #expect(error.recoverySuggestion.contains(#"`jq -c '.. | objects | select(.type == "Feature")' FILE`"#))
    }

    @Test(arguments: [
        (#""geom":{"type":"Polygon","coordinates":[]}"#, ".geometry = .geom"),
        (#""st_astext":"POLYGON((1 1,2 1,2 2,1 1))""#, ".wkt = .st_astext"),
        (#""g":"SRID=4326;MULTIPOLYGON(((1 1,2 1,2 2,1 1)))""#, ".wkt = .g"),
    ])
    func `a shape under another key is found in an object of a database`(member: String, filter: String) throws {
        let object = #"{"id":"a","name":"A",\#(member)}"#
        let findings = try Self.findings(object + "\n" + object + "\n")
        #expect(findings.map(\.message) == ["this JSON object is not GeoJSON", "this JSON object is not GeoJSON"])
        #expect(findings[0].recoverySuggestion.contains("`jq -c '\(filter)' FILE`"), "\(findings)")
        let error = try #require(failure { try Self.findings("[\(object)]") })
        #expect(error.recoverySuggestion.contains("`jq -c 'flatten[] | \(filter)' FILE`"), "\(error)")
    }

    @Test(arguments: [
        #"{"id":{"0":"a","1":"b"},"latitude":{"0":1,"1":2},"longitude":{"0":1,"1":2},"radius_m":{"0":5,"1":6}}"#,
        #"{"id":{"0":"a"},"geometry":{"0":"POLYGON((1 1,2 1,2 2,1 1))"}}"#,
    ])
    func `a table in columns is told apart from a feature`(text: String) throws {
        let error = try #require(failure { try Self.findings(text) })
        #expect(error.code == .unknownFormat && error.message == "the geofences are a table in columns, not objects")
        #expect(error.recoverySuggestion.contains("| map_values(.[$row])' FILE`"), "\(error)")
    }

    @Test func `GeoJSON in a cell is named`() throws {
        let cell = #""{""type"":""Polygon"",""coordinates"":[[[1,1],[2,1],[2,2],[1,1]]]}""#
        let findings = try Self.findings("id,geometry\na,\(cell)\n")
        #expect(findings.map(\.message) == ["the geometry is GeoJSON, not well-known text or binary"])
        #expect(findings.allSatisfy { $0.recoverySuggestion.contains("ST_AsText") })
    }

    @Test(arguments: ["[%,%]", #"{"type":"FeatureCollection","features":[%]}"#])
    func `features in an object are not read, but the hint says how to get them`(form: String) throws {
        let feature = #"{"type":"Feature","id":"a","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}"#
        let list = form.replacing("%", with: feature)
        let findings = try Self.findings("{\"ok\":true,\"zones\":\(list)}")
        #expect(findings.map(\.message) == ["this JSON object is not GeoJSON"])
        let command = #"`jq -c '.. | objects | select(.type == "Feature")' FILE`"#
        #expect(findings.allSatisfy { $0.recoverySuggestion.contains(command) })
    }

    @Test func `a feature may have a time and coordinates next to its geometry`() throws {
        let feature = """
            {"time":1,"lat":1,"lon":2,"type":"Feature","id":"a","properties":{"radius_m":5},
            "geometry":{"type":"Point","coordinates":[2,1]}}
            """
        #expect(try Self.findings(feature).isEmpty)
    }

    @Test(arguments: [
        (
            #"{"event":"ENTER","device":"a","geofence":"b","ts_unix_ms":1,"decided_unix_ms":1,"latitude":1,"longitude":2,"#
                + #""cause":"initial"}"#, "an event log"
        ),
        ("event,device,geofence,ts_unix_ms,decided_unix_ms,latitude,longitude,cause\n", "an event log"),
        ("\u{FEFF}\"event\",\"device\",\"geofence\",\"ts_unix_ms\",\"decided_unix_ms\",\"cause\"\n", "an event log"),
        (#"{"device":"a","geofence":"b","enter_unix_ms":1}"#, "a list of visits"),
    ])
    func `an output of this program given as geofences is named`(text: String, what: String) throws {
        let error = try #require(failure { try Self.findings(text + "\n") })
        #expect(error.code == .unknownFormat && error.message == "this is \(what), not geofences")
    }

    @Test(arguments: [
        ("id,wkt\na,POINT(13.4 52.5)\n", "Give the column radius_m in meters, or radius with radius_units"),
        ("id,wkt,radius_m\na,POINT(13.4 52.5),\n", "Give the column radius_m in meters, or radius with radius_units"),
        ("id,wkt\na,\n", "a Point with the column radius_m"),
        (
            #"{"type":"Feature","id":"a","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}"#,
            "Give properties.radius_m in meters, or radius with radius_units"
        ),
    ])
    func `the advice for a missing radius names where it belongs`(text: String, hint: String) throws {
        let findings = try Self.findings(text)
        #expect(findings.count == 1)
        #expect(findings.first?.recoverySuggestion.contains(hint) == true, "\(findings)")
    }

    @Test(arguments: [("stop_id", true), ("fid", true), ("OBJECTID", true), ("valid", false)])
    func `a column that may be the identifier is asked about`(name: String, isAsked: Bool) throws {
        let error = try #require(failure { try Self.findings("\(name),stop_lat,shape_pt_lon,radius\n1,1,2,3\n") })
        let hint = error.recoverySuggestion
        #expect(hint.contains("Is \"\(name)\" the id?") == isAsked, "\(error)")
        #expect(hint.contains("Is \"stop_lat\" the latitude? Is \"shape_pt_lon\" the longitude?"), "\(error)")
    }

    @Test(arguments: [("Radius (km)", true), ("radius_km", true), ("buffer_radius", true), ("speed", false)])
    func `a column that may be the radius is asked about`(name: String, isAsked: Bool) throws {
        let error = try #require(failure { try Self.findings("id,lat,lon,\(name)\na,1,2,3\n") })
        #expect(error.code == .invalidHeader)
        #expect(error.recoverySuggestion.contains("Is \"\(name)\" the radius?") == isAsked, "\(error)")
        #expect(error.recoverySuggestion.contains("a column radius_units") == isAsked, "\(error)")
    }

    @Test(arguments: [("a,1,2,3,x", 9), ("a,1,2,0,km", 7)])
    func `a radius and its unit are each shown where they are`(row: String, column: Int) throws {
        let findings = try Self.findings("id,lat,lon,radius,unit\n\(row)\n")
        #expect(findings.map(\.code) == [.invalidRadius])
        #expect(findings.map(\.location.column) == [column])
    }

    @Test func `a geometry of type Circle is read as a Point is`() throws {
        func region(_ type: String) throws -> Geofence.Region? {
            let feature = #"{"type":"Feature","id":"a","geometry":{"type":"\#(type)","coordinates":[2,1],"radius":5}}"#
            return try GeofenceFile(contents: feature.utf8, name: "circles").read().first?.region
        }
        #expect(try region("Circle") == .circle(center: Coordinate(latitude: 1, longitude: 2), radius: .meters(5)))
        #expect(try region("Circle") == region("Point"))
    }

    @Test func `what is wrong with a shape in a table has its geofence, ring and vertex`() throws {
        let ring = "(0 0,4 0,4 4,0 0)"
        let rows = [
            "\"POLYGON (\(ring),(1 1,3 1,3 91,1 1))\",a", "\"MULTIPOLYGON ((\(ring)),(\(ring),(0 0,1 1,0 0)))\",b",
            "\"MULTIPOLYGON ((\(ring)),(\(ring),(0 0,1 0,1 1,0 1)))\",c", "LINESTRING (0 0),d", "wkt,id",
        ]
        let findings = try Self.findings("wkt,id\n" + rows.joined(separator: "\n") + "\n")
        #expect(
            findings.map(\.location) == [
                InputLocation(file: "fences", line: 2, column: 2, feature: 0, geofence: "a", ring: 1, vertex: 2),
                InputLocation(file: "fences", line: 3, column: 2, feature: 1, geofence: "b", ring: 2),
                InputLocation(file: "fences", line: 4, column: 2, feature: 2, geofence: "c", ring: 2),
                InputLocation(file: "fences", line: 5, column: 1, feature: 3, geofence: "d"),
                InputLocation(file: "fences", line: 6, column: 1, feature: 4),
            ]
        )
    }

    @Test func `numbers in well-known text follow its grammar`() throws {
        let file = GeofenceFile(
            contents: "id,wkt,radius_m\na,POINT(+1 .5),3\nb,POINT(4. -1.5e+1),3\n".utf8,
            name: "wkt"
        )
        let centers = try file.read().map { fence in
            guard case .circle(let center, _) = fence.region else { return Coordinate(latitude: 0, longitude: 0) }
            return center
        }
        #expect(centers == [Coordinate(latitude: 0.5, longitude: 1), Coordinate(latitude: -15, longitude: 4)])
    }
}
