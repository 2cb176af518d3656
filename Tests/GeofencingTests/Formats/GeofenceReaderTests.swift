import TestSupport
import Testing

@testable import Geofencing

@Suite struct GeofenceReaderTests {
    static func read(_ text: String, bufferSize: Int = 1 << 20) throws -> ReadGeofences {
        var result = ReadGeofences()
        let input = try InputFile(.memory(Array(text.utf8), name: "f"))
        try GeofenceReader.read(input, bufferSize: bufferSize, into: &result)
        return result
    }

    private static let square = "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}"

    private static func feature(_ geometry: String, properties: String = "{\"id\":\"a\"}", more: String = "") -> String
    {
        "{\"type\":\"Feature\"\(more),\"properties\":\(properties),\"geometry\":\(geometry)}"
    }

    private static let collection = """
        { "type": "FeatureCollection", "name": "x", "crs": {"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},
          "features": [
            {"type":"Feature","id":7,"geometry":{"coordinates":[[[0, 0, 5],[1,0],[1,1],[0,0]]],"type":"Polygon"},
             "properties":null},
            {"type":"Feature","properties":{"id":"m","name":"\\u00e9 \\"x\\"","notifyOnExit":false,"extra":[{"a":[]}]},
             "geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[9,0],[9,9],[0,9],[0,0]],[[1,1],[2,1],[2,2],[1,1]]],
               [[[20,0],[21,0],[21,1],[20,0]]]]}},
            {"type":"Feature","properties":{"id":"c","radius_m":150.5,"is_active":false},
             "geometry":{"type":"Point","coordinates":[-97.5,30.25]}},
            {"type":"Feature","id":"t","properties":{"type":"Circle","radius":2,"radius_units":"km"},
             "geometry":{"type":"Point","coordinates":[1,2]}}
          ], "bbox": [0,0,1,1] }

        """

    @Test func `a collection is read as geofences with their locations`() throws {
        let read = try Self.read(Self.collection)
        #expect(read.findings.isEmpty)
        let box = try Polygon(
            corners: [(0, 0), (9, 0), (9, 9), (0, 9), (0, 0)],
            holes: [[(1, 1), (2, 1), (2, 2), (1, 1)]]
        )
        let triangle = try Polygon(corners: [(20, 0), (21, 0), (21, 1), (20, 0)])
        #expect(
            read.geofences == [
                Geofence("7", .polygon(try Polygon(corners: [(0, 0), (1, 0), (1, 1), (0, 0)]))),
                Geofence(
                    "m",
                    .multiPolygon([box, triangle]),
                    name: "\u{e9} \"x\"",
                    notifyOnExit: false
                ),
                Geofence(
                    "c",
                    .circle(center: Coordinate(latitude: 30.25, longitude: -97.5), radius: .meters(150.5)),
                    isActive: false
                ),
                Geofence("t", .circle(center: Coordinate(latitude: 2, longitude: 1), radius: .kilometers(2))),
            ]
        )
        #expect(read.locations.map(\.line) == [3, 5, 8, 10])
        #expect(read.locations.map(\.column) == [5, 5, 5, 5])
        #expect(read.locations.map(\.feature) == [0, 1, 2, 3])
    }

    @Test(arguments: [64, 65, 100, 333, 1024])
    func `the buffer size does not change the result`(_ bufferSize: Int) throws {
        let broken = Self.collection.replacing("radius_m", with: "radium_m")
        // What an object is shows late, and again and again at the end of a buffer.
        let sequence = (100_000..<100_300).map { number in
            "{\"bbox\":[0,0,1,1],\"id\":\(number),\"note\":\"\(String(repeating: "x", count: number % 97))\",\"type\":\"Feature\","
                + "\"properties\":{},\"geometry\":\(Self.square)}\n"
        }
        for text in [Self.collection, broken, String(Self.collection.prefix(700)), sequence.joined()] {
            let whole = try Self.read(text)
            let parts = try Self.read(text, bufferSize: bufferSize)
            #expect(parts.geofences == whole.geofences)
            #expect(parts.findings == whole.findings)
        }
    }

    @Test func `well-known text may span many lines`() throws {
        let steps = (0...10_000).map { Double($0) / 10_000 }
        let places = steps.map { "\($0) 0" } + steps.reversed().map { "\($0) 1" } + ["0 0"]
        let wkt = "POLYGON ((\(places.joined(separator: ",\n"))))"
        for bufferSize in [1 << 12, 1 << 20] {
            let read = try Self.read("id,wkt\na,\"\(wkt)\"\nb,\"POINT (1 1)\"\n", bufferSize: bufferSize)
            #expect(read.geofences.map(\.id) == ["a"])
            #expect(read.findings.map(\.location.line) == [places.count + 2])
        }
    }

    @Test func `an empty polygon is reported at any position of a multipolygon`() throws {
        let polygon = "[[[0,0],[1,0],[1,1],[0,0]]]"
        for coordinates in ["[\(polygon),[]]", "[[ ],\(polygon)]"] {
            let read = try Self.read(Self.feature("{\"type\":\"MultiPolygon\",\"coordinates\":\(coordinates)}"))
            #expect(read.geofences.isEmpty)
            #expect(read.findings.map(\.code) == [.invalidPolygon])
            #expect(read.findings.first?.message == "the coordinates contain an empty list")
        }
    }

    @Test func `line ends, a BOM and gzip do not change the geofences`() throws {
        let plain = try Self.read(Self.collection).geofences
        #expect(try Self.read("\u{FEFF}" + Self.collection).geofences == plain)
        #expect(try Self.read(Self.collection.replacing("\n", with: "\r\n")).geofences == plain)
        let packed = try TemporaryFile(bytes: gzip(Array(Self.collection.utf8)))
        #expect(try GeofenceReader.read([.file(packed.path)]).geofences == plain)
    }

    @Test(arguments: ["\n", "\r", "\r\n"])
    func `after a broken feature, the one on the next line is read, however lines end`(lineEnd: String) throws {
        let lines = [
            Self.feature(Self.square), #"{"type":"Feature" "id":1}"#,
            Self.feature(Self.square, properties: #"{"id":"b"}"#), Self.feature(Self.square, properties: "{}"),
        ]
        let read = try Self.read(lines.map { $0 + lineEnd }.joined())
        #expect(read.geofences.map(\.id) == ["a", "b"])
        #expect(read.findings.map(\.location.line) == [2, 4])
    }

    @Test(arguments: ["radius_units", "radius_unit", "radiusUnits", "radiusUnit"])
    func `the radius unit has the same key names in GeoJSON and CSV`(key: String) throws {
        let feature = Self.feature(
            "{\"type\":\"Point\",\"coordinates\":[2,1]}",
            properties: "{\"id\":\"a\",\"radius\":1,\"\(key)\":\"km\"}"
        )
        let region = Geofence.Region.circle(
            center: Coordinate(latitude: 1, longitude: 2),
            radius: .kilometers(1)
        )
        for text in [feature, "id,latitude,longitude,radius,\(key)\na,1,2,1,km\n"] {
            #expect(try Self.read(text).geofences == [Geofence("a", region)], "\(text)")
        }
    }

    @Test func `consecutive features are read with and without record separators`() throws {
        let features = (0..<5).map { Self.feature(Self.square, properties: "{\"id\":\($0)}") }
        for separator in ["\n", "\u{1E}", "\n\u{1E}", " ", "\r\n"] {
            let read = try Self.read(separator + features.joined(separator: separator) + "\n")
            #expect(
                read.geofences.map(\.id.rawValue) == ["0", "1", "2", "3", "4"],
                "\(separator.debugDescription)"
            )
            #expect(read.findings.isEmpty)
        }
    }

    @Test func `a broken line of a sequence loses only its own feature`() throws {
        let good = (0..<3).map { Self.feature(Self.square, properties: "{\"id\":\"\($0)\"}") }
        let read = try Self.read(
            [good[0], "{\"type\":\"Feature\",\"properties\":{", good[1], "rubbish", good[2]].joined(separator: "\n")
        )
        #expect(read.geofences.map(\.id.rawValue) == ["0", "1", "2"])
        #expect(read.findings.map(\.location.line) == [3, 4])
    }

    @Test(
        arguments: [
            (feature(square, properties: "{}"), .invalidIdentifier, "no identifier", 1),
            (feature(square, properties: "{\"id\":\"\"}"), .invalidIdentifier, "no identifier", 1),
            (feature(square, properties: "{\"id\":\"\\u0000y\"}"), .invalidIdentifier, "control", 1),
            (feature(square, properties: "{\"id\":\"a\\nb\"}"), .invalidIdentifier, "control", 1),
            (feature(square, properties: "{\"id\":1,\"name\":\"n\\u0000\"}"), .invalidIdentifier, "NUL", 1),
            (feature(square, properties: "{\"id\":[1]}"), .invalidSyntax, "properties.id", 38),
            (feature(square, properties: "{\"id\":true}"), .invalidSyntax, "properties.id", 38),
            (feature(square, properties: "{\"id\":1,\"name\":{}}"), .invalidSyntax, "properties.name", 47),
            (feature(square, properties: "[]"), .invalidSyntax, "properties", 32),
            (feature(square, properties: "{\"id\":1,\"notifyOnExit\":\"no\"}"), .invalidSyntax, "notifyOnExit", 55),
            (feature("null"), .invalidPolygon, "no geometry", 1), (feature("5"), .invalidSyntax, "geometry", 54),
            (feature("{\"type\":\"GeometryCollection\",\"geometries\":[]}"), .invalidPolygon, "GeometryCollection", 62),
            (feature("{\"type\":\"LineString\",\"coordinates\":[[0,0],[1,1]]}"), .invalidPolygon, "LineString", 62),
            (feature("{\"coordinates\":[[[0,0],[1,1],[1,0],[0,0]]]}"), .invalidSyntax, "no type", 69),
            (feature("{\"type\":\"Polygon\"}"), .invalidSyntax, "no coordinates", 54),
            (feature("{\"type\":\"Polygon\",\"coordinates\":[]}"), .invalidPolygon, "empty", 86),
            (feature("{\"type\":\"Polygon\",\"coordinates\":{}}"), .invalidSyntax, "coordinates", 86),
            (feature("{\"type\":\"Polygon\",\"coordinates\":[[0,0],[1,1]]}"), .invalidSyntax, "levels", 86),
            (feature("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],5]]}"), .invalidSyntax, "coordinates", 94),
            (feature("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[[1,1]]]]}"), .invalidSyntax, "evenly", 94),
            (feature("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,1],[0,0]]]}"), .invalidPolygon, "three", 86),
            (
                feature("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[0,0],[0,0],[0,0]]]}"), .invalidPolygon, "three",
                86
            ),
            (
                feature("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,91],[1,1],[0,0]]]}"), .invalidCoordinate,
                "91", 86
            ),
            (
                feature("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[361,9],[1,1],[0,0]]]}"), .invalidCoordinate,
                "361", 86
            ),
            (
                feature("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1],[1,1],[0,0]]]}"), .invalidCoordinate,
                "longitude", 95
            ),
            (
                feature("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[null,1],[1,1],[0,0]]]}"), .invalidCoordinate,
                "null", 95
            ),
            (
                feature("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[\"1\",1],[1,1],[0,0]]]}"), .invalidCoordinate,
                "\"1\"", 95
            ),
            (
                feature("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1e999,1],[1,1],[0,0]]]}"), .invalidCoordinate,
                "finite", 95
            ),
            (feature("{\"type\":\"Polygon\",\"coordinates\":[[[[[[0,0]]]]]]}"), .invalidSyntax, "levels", 86),
            (feature("{\"type\":\"Point\",\"coordinates\":[0,0]}"), .invalidRadius, "radius", 84),
            (feature("{\"type\":\"Point\",\"coordinates\":[0,0],\"radius\":0}"), .invalidRadius, "positive", 90),
            (feature("{\"type\":\"Point\",\"coordinates\":[0,0],\"radius_m\":-5}"), .invalidRadius, "positive", 90),
            (feature("{\"type\":\"Point\",\"coordinates\":[0,0],\"radius_m\":3e7}"), .invalidRadius, "half", 90),
            (feature("{\"type\":\"Point\",\"coordinates\":[0,0],\"radius_m\":\"5\"}"), .invalidSyntax, "radius_m", 101),
            (feature("{\"type\":\"Point\",\"coordinates\":[0,0],\"radius_m\":1e999}"), .invalidSyntax, "radius_m", 101),
            (
                feature("{\"type\":\"Point\",\"coordinates\":[0,0],\"radius\":5,\"radius_units\":\"furlong\"}"),
                .invalidRadius, "furlong", 101
            ),
            (feature("{\"type\":\"Point\",\"coordinates\":[0,95],\"radius_m\":5}"), .invalidCoordinate, "95", 84),
            ("{\"type\":\"Polygon\",\"coordinates\":[]}", .invalidSyntax, "Polygon", 9),
            ("{\"type\":\"Topology\"}", .unknownFormat, "TopoJSON", 1), ("{\"a\":1}", .unknownFormat, "not GeoJSON", 1),
            ("{\"type\":\"FeatureCollection\",\"features\":{}}", .invalidSyntax, "features", 40),
            ("{\"type\":\"FeatureCollection\",\"features\":[5]}", .invalidSyntax, "features", 41),
            (
                "{\"type\":\"FeatureCollection\",\"crs\":{\"properties\":{\"name\":\"EPSG:31370\"}},\"features\":[]}",
                .unknownFormat, "EPSG:31370", 35
            ),
            (
                feature(square, more: ",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"EPSG:43260\"}}"),
                .unknownFormat, "EPSG:43260", 25
            ),
            (
                feature("{\"type\":\"Point\",\"crs\":{\"properties\":{\"name\":\"EPSG:31370\"}}}"),
                .unknownFormat, "EPSG:31370", 76
            ),
            (
                "{\"type\":\"FeatureCollection\",\"crs\":{\"properties\":{\"name\":\"EPSG:43260\"}},\"features\":[]}",
                .unknownFormat, "EPSG:43260", 35
            ),
            ("{\"type\":\"FeatureCollection\" \"features\":[]}", .invalidSyntax, "comma", 29),
            (
                "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\"", .invalidSyntax,
                "ends in the middle", 58
            ),
            (
                feature(
                    "{\"x\":" + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000) + "}"
                ),
                .invalidSyntax, "deep", 91
            ),
        ] as [(String, GeofenceError.Code, String, Int)]
    )
    func `a bad geofence is a finding with its code and location`(
        _ text: String,
        _ code: GeofenceError.Code,
        _ words: String,
        _ column: Int
    ) throws {
        let read = try Self.read(text)
        #expect(read.geofences.isEmpty)
        let error = try #require(read.findings.first.map(GeofenceError.init))
        #expect(read.hasErrors && read.findings.count == 1)
        #expect(error.code == code)
        #expect(error.message.contains(words), "\(error)")
        #expect(error.location?.line == 1 && error.location?.column == column, "\(error)")
        #expect(!error.recoverySuggestion.isEmpty)
    }

    @Test func `a bad vertex is named by feature, ring and vertex`() throws {
        let bad =
            "{\"type\":\"MultiPolygon\",\"coordinates\":[[[[0,0],[9,0],[9,9],[0,0]],[[1,1],[2,1],[2,2],[1,1]]],[[[5,5],[6,5],[6,99],[5,5]]]]}"
        let read = try Self.read(
            [Self.feature(Self.square), Self.feature(bad, properties: "{\"id\":\"b\"}")].joined(separator: "\n")
        )
        #expect(read.geofences.count == 1)
        let location = read.findings.first?.location
        #expect(location?.feature == 1)
        #expect(location?.geofence == "b")
        #expect(location?.ring == 2)
        #expect(location?.vertex == 2)
        #expect(location?.line == 2)
    }

    @Test func `an unclosed ring is closed with a warning`() throws {
        let read = try Self.read(Self.feature("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1]]]}"))
        #expect(read.geofences.count == 1)
        #expect(!read.hasErrors)
        #expect(read.findings.map(\.severity) == [.warning])
        #expect(read.findings.first?.location.ring == 0)
    }

    @Test func `a duplicate identifier is an error with both locations`() throws {
        let first = try TemporaryFile(Self.feature(Self.square) + "\n")
        let second = try TemporaryFile("id,latitude,longitude,radius_m\nb,1,2,3\na,1,2,3\n")
        let read = try GeofenceReader.read([.file(first.path), .file(second.path)])
        #expect(read.geofences.map(\.id) == ["a", "b"])
        let error = try #require(read.findings.first.map(GeofenceError.init))
        #expect(error.code == .duplicateIdentifier)
        #expect(error.location?.file == second.path && error.location?.line == 3)
        #expect(error.message.contains("\(first.path):1:1"))
    }

    @Test func `circles are read from CSV`() throws {
        let read = try Self.read(
            "ID;Name;Lat;Lon;Radius;radius_units\nplace-0;\"Bombo, \"\"Uganda\"\"\";0.5;32,5;4,0;km\n1;;-1.5;2;10;\n"
        )
        #expect(read.findings.isEmpty)
        #expect(
            read.geofences == [
                Geofence(
                    "place-0",
                    .circle(center: Coordinate(latitude: 0.5, longitude: 32.5), radius: .kilometers(4)),
                    name: "Bombo, \"Uganda\""
                ),
                Geofence("1", .circle(center: Coordinate(latitude: -1.5, longitude: 2), radius: .meters(10))),
            ]
        )
    }

    @Test(
        arguments: [
            (",x,1,2,3", .invalidIdentifier, 1), ("a\tb,x,1,2,3", .invalidIdentifier, 1),
            ("a,x,91,2,3", .invalidCoordinate, 5),
            ("a,x,1,361,3", .invalidCoordinate, 5),
            ("a,x,nan,2,3", .invalidCoordinate, 5), ("a,x,1,,3", .invalidCoordinate, 7),
            ("a,x,1,2,0", .invalidRadius, 9),
            ("a,x,1,2,-1", .invalidRadius, 9), ("a,x,1,2,nan", .invalidRadius, 9), ("a,x,1,2,2e8", .invalidRadius, 9),
            ("a,x,1,2,", .invalidRadius, 9), ("a,x,1,2", .invalidRecord, 1), ("a,x,1,2,3,4", .invalidRecord, 1),
            ("\"a,x,1,2,3", .invalidSyntax, 1),
        ] as [(String, GeofenceError.Code, Int)]
    )
    func `a bad circle is a finding with its location`(_ row: String, _ code: GeofenceError.Code, _ column: Int)
        throws
    {
        let read = try Self.read("id,name,latitude,longitude,radius_m\nok,,1,2,3\n\(row)\nok2,,1,2,3")
        #expect(read.geofences.count == 2)
        #expect(read.findings.map(\.code.rawValue) == [code.rawValue])
        #expect(read.findings.first?.location.line == 3)
        #expect(read.findings.first?.location.column == column)
    }

    @Test(
        arguments: [
            ("[1]", .unknownFormat), ("<kml/>", .unknownFormat), ("PAR1", .unknownFormat),
            ("id,name\n", .invalidHeader),
            ("id,id,latitude,longitude,radius_m\n", .invalidHeader), ("a\u{0}b", .unknownFormat),
        ] as [(String, GeofenceError.Code)]
    )
    func `a file that holds no geofences is an error`(_ text: String, _ code: GeofenceError.Code) throws {
        #expect(failure { try Self.read(text) }?.code == code)
    }

    @Test(arguments: [(",", "a feature is missing"), (" FEATURE", "a comma between two features is missing")])
    func `missing or extra commas between features are errors`(_ end: String, _ message: String) throws {
        let feature = Self.feature(Self.square)
        let list = feature + end.replacing("FEATURE", with: Self.feature(Self.square, properties: "{\"id\":\"b\"}"))
        let read = try Self.read("{\"type\":\"FeatureCollection\",\"features\":[\(list)]}")
        #expect(read.geofences.map(\.id) == ["a"])
        #expect(read.findings.map(GeofenceError.init).map(\.message) == [message])
    }

    @Test(
        arguments: [
            "urn:ogc:def:crs:EPSG:6.9:4326", "urn:ogc:def:crs:EPSG::4326", "EPSG:4326", "urn:ogc:def:crs:OGC::CRS84",
            "http:\\/\\/www.opengis.net\\/def\\/crs\\/OGC\\/1.3\\/CRS84",
        ]
    )
    func `every common name of WGS 84 is accepted`(_ name: String) throws {
        let crs = ",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"\(name)\"}}"
        let feature = Self.feature(Self.square, more: crs)
        for text in [feature, "{\"type\":\"FeatureCollection\"\(crs),\"features\":[\(feature)]}"] {
            let read = try Self.read(text)
            #expect(read.geofences.count == 1)
            #expect(read.findings.isEmpty)
        }
    }

    @Test func `identifiers and names that are not UTF-8 are errors`() throws {
        func read(_ text: String) throws -> ReadGeofences {
            // A ? stands for a byte that no UTF-8 has.
            let file = try TemporaryFile(bytes: text.utf8.map { $0 == UInt8(ascii: "?") ? 0xFF : $0 })
            return try GeofenceReader.read([.file(file.path)])
        }
        let table = try read("id,name,latitude,longitude,radius_m\n?,,1,2,3\na,?,1,2,3\n\"?\"\"\",,1,2,3\nb,c,1,2,3\n")
        #expect(table.geofences.map(\.id) == ["b"])
        #expect(table.findings.count == 3)
        #expect(table.findings.map(GeofenceError.init).allSatisfy { $0.code == .invalidIdentifier })
        let properties = ["{\"id\":\"?\"}", "{\"id\":\"a\",\"name\":\"\\n?\"}", "{\"id\":7?}", "{\"id\":\"b\"}"]
        let objects = try read(properties.map { Self.feature(Self.square, properties: $0) }.joined(separator: "\n"))
        #expect(objects.geofences.map(\.id) == ["b"])
        let messages = objects.findings.map(\.message)
        #expect(messages.count == 3)
        #expect(messages.prefix(2).allSatisfy { $0.contains("is not UTF-8 text") })
        // A number is only that.
        #expect(messages.last?.contains("a string or a number") == true)
    }

    @Test func `a record of delimiters alone is not blank`() throws {
        let read = try Self.read("id\tlatitude\tlongitude\tradius_m\n\t\t\t\n \na\t1\t2\t3\n")
        #expect(read.geofences.count == 1)
        #expect(read.findings.map(\.location.line) == [2])
    }

    @Test func `an empty file is a warning`() throws {
        #expect(try Self.read(" \n").findings.map(\.severity) == [.warning])
        #expect(try Self.read("id,latitude,longitude,radius_m\n").geofences.isEmpty)
        #expect(try Self.read("{\"type\":\"FeatureCollection\",\"features\":[]}").findings.isEmpty)
    }

    @Test(.enabled(if: TestData.folder != nil, "the real data is not here"))
    func `the real fences are read without errors`() throws {
        let folder = try #require(TestData.folder)
        for (name, count) in [
            ("fences/austin_neighborhoods.geojson", 70), ("fences/states_provinces_50m.geojson", 100),
            ("circles/austin_bus_stops.csv", 2652), ("circles/navaids.csv", 11_008),
        ] {
            let read = try GeofenceReader.read([.file("\(folder)/\(name)")])
            #expect(read.geofences.count == count)
            #expect(read.findings.isEmpty, "\(name)")
        }
    }
}

extension ReadGeofences {
    /// Whether a geofence cannot be used.
    fileprivate var hasErrors: Bool { findings.contains { $0.severity == .error } }
}
