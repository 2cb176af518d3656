import TestSupport
import Testing

@testable import Geofencing

/// Geofences in JSON that is not a collection of GeoJSON.
@Suite struct GeofenceObjectTests {
    private static let depot = Geofence(
        "depot",
        .circle(center: Coordinate(latitude: 52.5, longitude: 13.4), radius: .meters(150)),
        name: "Main depot"
    )
    private static let corners = [(0, 0), (0, 1), (1, 1)].map { Coordinate(latitude: $0.0, longitude: $0.1) }

    private static let objects = [
        #"{"id":"depot","name":"Main depot","lat":52.5,"lon":13.4,"radius":150,"tags":["a"]}"#,
        #"{"id":7,"name":null,"wkt":"POLYGON ((0 0, 1 0, 1 1, 0 0))"}"#,
    ]

    @Test(arguments: [
        "[\(objects.joined(separator: ","))]", "[[\(objects[0])],\r\n[\(objects[1])]]", objects.joined(separator: "\n"),
        "\u{FEFF}" + objects.joined().replacing(",\"", with: ",\n  \"").replacing("{", with: "{\n  "),
    ])
    func `objects are read by what the columns of a table are named`(text: String) throws {
        let read = try GeofenceReaderTests.read(text)
        #expect(read.geofences == [Self.depot, Geofence("7", .polygon(try Polygon(Self.corners)))])
        #expect(read.findings.isEmpty)
    }

    @Test func `objects may be in a list of an object`() throws {
        let text = #"{"count":2,"tags":[{"a":1}],"geofences":["# + Self.objects.joined(separator: ",\n") + "]}\n"
        let read = try GeofenceReaderTests.read(text)
        #expect(read.geofences.map(\.id) == ["depot", "7"] && read.findings.isEmpty)
        // One that has a list is one geofence.
        let nested = Self.objects[0].dropLast() + #","past":[\#(Self.objects[1])]}"#
        #expect(try GeofenceReaderTests.read(String(nested)).geofences == [Self.depot])
    }

    @Test(arguments: ["[%]", #"{"area":"Berlin","geofences":[%]}"#])
    func `an area beside a place or a shape is not one of Traccar`(form: String) throws {
        let objects = Self.objects.map { $0.replacing("{\"id\"", with: #"{"area":"Mitte","id""#) }
        let read = try GeofenceReaderTests.read(form.replacing("%", with: objects.joined(separator: ",")))
        #expect(read.geofences.map(\.id) == ["depot", "7"] && read.findings.isEmpty)
    }

    @Test(arguments: ["[%]", "%", #"{"zones":[%]}"#])
    func `objects without an identifier are told which key may be one`(form: String) throws {
        let zone = #"{"entity_id":"zone.home","attributes":{"latitude":1,"longitude":2,"radius":100}}"#
        let place = #"{"name":"home","lat":1,"lon":2,"radius":100}"#
        for (object, key) in [(zone, "entity_id"), (place, "name")] {
            let text = form.replacing("%", with: object)
            let error = try #require(failure { try GeofenceReaderTests.read(text) })
            #expect(error.code == .invalidHeader && error.message.hasPrefix("the objects have no key"), "\(error)")
            #expect(error.recoverySuggestion.hasPrefix("Is \"\(key)\" the identifier? "), "\(error)")
        }
    }

    @Test(arguments: ["center", "location", "position"])
    func `the place may be an object in the object`(name: String) throws {
        let text =
            #"[{"\#(name)":{"lat":52.5,"lng":13.4,"id":9},"radius":0.15,"id":"depot","radius_unit":"km","x":{"y":1}}]"#
        let read = try GeofenceReaderTests.read(text)
        #expect(read.geofences.map(\.id) == ["depot"])
        #expect(read.geofences.map(\.region) == [Self.depot.region])
    }

    @Test(arguments: [("%", ""), ("[\n%]", "flatten[] | ")])
    func `an object with a geofence for each key is refused instead of read as one geofence`(
        form: String,
        filter: String
    ) throws {
        let members = #"{"a":{"id":1,"lat":1,"lon":2,"radius":3},"b":{"lat":1,"lon":2,"radius":3}}"#
        let error = try #require(failure { try GeofenceReaderTests.read(form.replacing("%", with: members)) })
        #expect(error.code == .unknownFormat && error.message.contains("the members of a JSON object"), "\(error)")
        #expect(error.recoverySuggestion.contains("`jq -c '\(filter)to_entries[] | {id: .key} + .value' FILE`"))
        let later = try GeofenceReaderTests.read("[\(Self.objects[0]),\n\(members)]")
        #expect(later.geofences.map(\.id) == ["depot"] && later.findings.map(\.location.line) == [2])
    }

    @Test func `a geofence may have others in it that are not used`() throws {
        let other = #"{"lat":1,"lon":2,"radius":3}"#
        let text = #"{"id":"depot","lat":52.5,"lon":13.4,"radius":150,"inner":\#(other),"outer":\#(other)}"#
        #expect(try GeofenceReaderTests.read(text).geofences.map(\.region) == [Self.depot.region])
    }

    @Test(arguments: [
        (#"{"zones":[OBJECTS],"more":[OBJECTS]}"#, "more"),
        (#"{"zones":[OBJECTS],"areas":[{"id":1,"wkt":""}]}"#, "areas"),
        (#"{"zones":[OBJECTS],"by id":{"a":CIRCLE,"b":CIRCLE}}"#, "by id"),
        (#"{"n":1,"zones":[OBJECTS],"areas":{"type":"FeatureCollection","features":[AREA]}}"#, "areas"),
        (#"[{"zones":[OBJECTS],"areas":[AREA]}]"#, "areas"),
        (#"{"more":[],"zones":[OBJECTS]}{"more":[CIRCLE],"zones":[]}"#, "more"),
    ])
    func `an object with several lists of geofences is refused instead of read in part`(
        form: String,
        second: String
    ) throws {
        let area = #"{"type":"Feature","properties":{"id":1},"geometry":{"type":"Polygon","coordinates":[]}}"#
        let text = form.replacing("OBJECTS", with: Self.objects.joined(separator: ","))
            .replacing("CIRCLE", with: #"{"lat":1,"lon":2,"radius":3}"#).replacing("AREA", with: area)
        let error = try #require(failure { try GeofenceReaderTests.read("\n" + text) })
        #expect(error.code == .unknownFormat && error.location?.line == 2, "\(error)")
        #expect(error.message == "there are lists in both \"zones\" and \"\(second)\", but only one can be read")
        #expect(error.recoverySuggestion.contains("`jq -c '.. | objects | .\"\(second)\" // empty' FILE`"))
    }

    @Test func `what is beside a list may be a circle, places or features without a region`() throws {
        let list = Self.objects.joined(separator: ",")
        let point = #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}"#
        for member in [
            #""query":{"lat":1,"lon":2,"radius":3}"#, #""id":1,"query":{"lat":1,"lon":2,"radius":3}"#,
            #""bounds":[{"lat":1,"lon":2},{"lat":3,"lon":4}]"#,
            #""pins":{"features":[\#(point)]}"#, #""units":"m","unit":7"#, #""units":"metric""#, #""km":["km"]"#,
        ] {
            for text in ["{\(member),\"zones\":[\(list)]}", "{\"zones\":[\(list)],\(member)}"] {
                #expect(try GeofenceReaderTests.read(text).geofences.map(\.id) == ["depot", "7"], "\(text)")
            }
        }
    }

    @Test(arguments: ["units", "unit", "radius_units", "radiusUnit"])
    func `units beside a list are refused, as they would not count for its radii`(key: String) throws {
        for form in [#"{"KEY":"km","zones":[LIST]}"#, #"{"zones":[LIST],"KEY":"Miles"}"#] {
            let text = form.replacing("KEY", with: key).replacing("LIST", with: Self.objects[0])
            let error = try #require(failure { try GeofenceReaderTests.read(text) })
            #expect(error.code == .unknownFormat && error.location?.line == 1)
            #expect(error.message.hasPrefix("\"\(key)\" is beside the list \"zones\""))
        }
    }

    @Test func `of several places in an object the center counts, and without one they are refused`() throws {
        let text = """
            [{"id":"a","gate":{"lat":1,"lng":2},"center":{"lat":52.5,"lng":13.4},"radius":150},
            {"id":"b","gate":{"lat":1,"lng":2},"exit":{"lat":1,"lng":3},"radius":150},
            {"id":"c","gate":{"lat":1,"lng":2},"exit":{"lat":1,"lng":2},"radius":150},
            {"id":"d","gate":{"lat":1,"lng":2},"exit":{"lat":1,"lng":3},"lat":52.5,"lng":13.4,"radius":150}]
            """
        let read = try GeofenceReaderTests.read(text)
        #expect(read.geofences.map(\.id) == ["a", "c", "d"])
        #expect([0, 2].allSatisfy { read.geofences[$0].region == Self.depot.region })
        #expect(read.findings.map(\.message) == ["the place of the geofence may be \"gate\" or \"exit\""])
        #expect(read.findings.map(\.location.line) == [2] && read.findings.map(\.severity) == [.error])
        let alone = try GeofenceReaderTests.read(String(text.split(separator: "\n")[1].dropLast()))
        #expect(alone.geofences.isEmpty && alone.findings.count == 1)
    }

    @Test func `texts over several lines are one line, except identifiers`() throws {
        let text = #"""
            [{"id":"a","name":" Main\r\n  depot","lat":1,"lon":2,"radius":3},{"id":"b\n","lat":1,"lon":2,"radius":3},
            {"id":"c","name":"x","wkt":"POLYGON ((0 0,\n1 0,\n1 1, 0 0))"}]
            """#
        let read = try GeofenceReaderTests.read(text)
        #expect(read.geofences.map(\.id) == ["a", "c"])
        #expect(read.geofences.map(\.name) == ["Main depot", "x"])
        #expect(read.findings.map(\.code.rawValue) == ["invalid_identifier"])
        let areas = #"[{"id":1,"name":"Main\ndepot","area":"CIRCLE (1 2, 3)"}]"#
        #expect(try GeofenceReaderTests.read(areas).geofences.map(\.name) == ["Main depot"])
        let waypoint = #"{"_type":"waypoint","rid":"r","desc":"Main\ndepot","lat":1,"lon":2,"rad":3}"#
        #expect(try GeofenceReaderTests.read(waypoint).geofences.map(\.name) == ["Main depot"])
    }

    @Test(arguments: ["\\u0000", "\\ud83d", "\\q"])
    func `a name or identifier that cannot be read is an error`(escape: String) throws {
        for key in ["id", "name"] {
            let text = #"[{"id":"a","name":"b","lat":1,"lon":2,"radius":3}]"#
                .replacing("\"\(key)\":\"", with: "\"\(key)\":\"x\(escape)")
            let read = try GeofenceReaderTests.read(text)
            #expect(read.geofences.isEmpty)
            #expect(read.findings.map(\.code.rawValue) == ["invalid_identifier"])
        }
    }

    @Test func `the members of an object with only a geometry are what properties are`() throws {
        let text = """
            [{"id":"a","name":"Depot","isActive":false,"notifyOnExit":false,"policy":"raw","dwell_s":60,"radius":0.15,
            "units":"km","geometry":{"type":"Point","coordinates":[13.4,52.5]},"crs":null}]
            """
        let read = try GeofenceReaderTests.read(text)
        let wanted = Geofence(
            "a",
            Self.depot.region,
            name: "Depot",
            notifyOnExit: false,
            isActive: false,
            policy: .raw,
            dwell: .seconds(60)
        )
        #expect(read.geofences == [wanted])
        let feature = text.replacing(#""id":"#, with: #""type":"Feature","id":"#)
        #expect(try GeofenceReaderTests.read(feature).geofences.map(\.name) == [nil])
        let wrong = try GeofenceReaderTests.read(text.replacing("false", with: "5").replacing("null", with: #""x""#))
        #expect(wrong.geofences.isEmpty && wrong.findings.count == 1)
    }

    @Test func `what is wrong with an object is reported with its line`() throws {
        let text = """
            [
              \(Self.objects[0]),
              {"id": "b", "lat": 91, "lon": 2, "radius": 3}, 5,
              {"id": "c", "lat": 1, "lon": 2}, {},
              {"id": "d", "lat": 1, "lon": 2, "radius": 3, "isActive": false, "policy": "raw", "dwell_s": 60}
            ]
            """
        let read = try GeofenceReaderTests.read(text)
        #expect(read.geofences.map(\.id) == ["depot", "d"])
        #expect(read.geofences[1].isActive == false && read.geofences[1].policy == .raw)
        #expect(read.findings.map(\.location.line) == [3, 3, 4, 4])
        #expect(read.findings.allSatisfy { $0.location.column == nil })
    }

    @Test func `a key that is read and occurs twice is an error of its object`() throws {
        let text = """
            [{"id": "a", "lat": 1, "lat": 2, "lon": 2, "radius": 3},
             {"id": "b", "lat": 1, "lon": 2, "radius": 3, "color": 4, "color": 5}]
            """
        let read = try GeofenceReaderTests.read(text)
        #expect(read.geofences.map(\.id) == ["b"])
        #expect(read.findings.map(\.message) == ["\"lat\" occurs twice"])
        #expect(read.findings.map(\.location.line) == [1])
    }

    @Test func `a word that JSON does not have is not null`() throws {
        let objects = ["nan", "3"].map { #"{"id": "r\#($0)", "lat": 1, "lon": 2, "radius": \#($0)}"# }
        let read = try GeofenceReaderTests.read(objects.joined(separator: "\n"))
        #expect(read.geofences.map(\.id) == ["r3"])
        #expect(read.findings.map(\.message) == ["the radius \"nan\" is not a finite decimal number"])
    }

    @Test func `semicolons in a key do not separate columns`() throws {
        let text = #"{"id": "a", "lat": 1, "lon": 2, "radius": 3, "p;q;r;s;t;u": 4}"#
        #expect(try GeofenceReaderTests.read(text).geofences.map(\.id) == ["a"])
    }

    @Test func `keys that differ from object to object take no more room than others`() throws {
        let objects = (0..<20_000).map { #"{"id":\#($0),"lat":1,"lon":2,"radius":3,"k\#($0)":4}"# }
        #expect(try GeofenceReaderTests.read("[\(objects.joined(separator: ","))]").geofences.count == 20_000)
    }

    @Test func `an array that breaks off is an error`() {
        let error = failure { try GeofenceReaderTests.read("[\(Self.objects[0]),") }
        #expect(error?.message == "the JSON breaks off after \(Self.objects[0].utf8.count + 2) bytes")
    }

    @Test func `features may be in an array, and are located in it`() throws {
        let geofences = [Self.depot, Geofence("7", .polygon(try Polygon(Self.corners)))]
        let features = geofences.map { $0.json() }
        let read = try GeofenceReaderTests.read("[\n\(features[0]),\n \(features[1])]\n")
        #expect(read.geofences == geofences)
        #expect((0..<2).map { read.locations[$0].line } == [2, 3])
        let broken = try GeofenceReaderTests.read("[\(features[0]),\n {\"type\":\"Feature\",\"properties\":{}}]")
        #expect(broken.geofences == [Self.depot])
        #expect(broken.findings.map(\.location.line) == [2])
        #expect(try GeofenceReaderTests.read("[]").geofences.isEmpty)
        let cut = try GeofenceReaderTests.read("[\(features[0])")
        #expect(cut.geofences == [Self.depot] && !cut.isWhole)
    }
}
