import Foundation
import TestSupport
import Testing

@testable import Geofencing

@Suite struct GeofenceCodingTests {
    /// A geofence of each shape; what is not standard in some of them.
    private static func geofences() throws -> [Geofence] {
        let box: [(Double, Double)] = [(0, 0), (0, 9.123456789), (9, 9), (9, 0), (0, 0)]
        let lake = try Polygon(corners: box, holes: [[(1, 1), (2, 1), (2, 2), (1, 1)]])
        let across = try Polygon(corners: [(178, 0), (-178, 0), (-178, 2), (178, 2), (178, 0)])
        let depot = Coordinate(latitude: 52.52, longitude: 13.405)
        return [
            Geofence("depot", .circle(center: depot, radius: .meters(150.25))),
            Geofence(
                "shop \"7\"/é",
                .circle(center: depot, radius: .meters(40)),
                name: "Shop\n7",
                notifyOnEntry: false,
                notifyOnExit: false,
                isActive: false,
                policy: .balanced(BalancedPolicy(exitFixes: 3, exitSpan: .milliseconds(1500))),
                dwell: .seconds(90)
            ),
            Geofence("lake", .polygon(lake), policy: .raw),
            Geofence("isles", .multiPolygon([try Polygon(corners: box), across]), policy: .probability()),
        ]
    }

    private static func object(_ json: Data) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary)
    }

    @Test func `a geofence encodes as the same feature as its JSON line`() throws {
        for geofence in try Self.geofences() {
            let encoded = try Self.object(JSONEncoder().encode(geofence))
            #expect(try encoded == Self.object(Data(geofence.json().utf8)))
        }
    }

    @Test func `geofences encoded within a program's own type are read like a file`() throws {
        struct Collection: Encodable {
            var type = "FeatureCollection"
            var features: [Geofence]
        }
        let lake = try #require(try Self.geofences().first { $0.id == "lake" })
        let circles = try Self.geofences().filter { $0.id != "lake" && $0.id != "isles" }
        let json = try JSONEncoder().encode(Collection(features: circles + [lake]))
        let read = try GeofenceFile(contents: json, name: "collection").read()
        #expect(Array(read.dropLast()) == circles)
        #expect(read.last?.json() == lake.json())
        let array = try JSONEncoder().encode(circles + [lake])
        #expect(try GeofenceFile(contents: array, name: "array").read() == read)
    }

    @Test func `a written geofence is read back as the same geofence`() throws {
        for geofence in try Self.geofences() {
            let read = try Geofence(json: geofence.json())
            let decoded = try Geofence(json: String(decoding: JSONEncoder().encode(geofence), as: UTF8.self))
            #expect(read == decoded)
            // Rings are written in the direction that GeoJSON asks for.
            #expect(read.json() == geofence.json())
            if case .circle = geofence.region { #expect(read == geofence) }
        }
    }

    @Test func `a thin hole keeps its direction, even if its area is lost in rounding`() throws {
        var random = SplitMix64(seed: 0x7119)
        for _ in 0..<2000 {
            let (x, y) = (random.uniform(-0.5...0.5), random.uniform(-0.5...0.5))
            let width = 1e-17 * Double(random.next() % 100)
            let hole = [(x, y), (width, 0), (0, width), (-x, -y), (width, width), (x, y)]
            let shell: [(Double, Double)] = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
            let one = try Polygon(corners: shell, holes: [hole])
            let other = try Polygon(corners: shell, holes: [hole.reversed()])
            #expect(Geofence.Region.polygon(one).isSameShape(as: .polygon(other)), "\(hole)")
            let text = Geofence("a", .polygon(one)).json()
            #expect(try Geofence(json: text).json() == text)
        }
    }

    @Test func `an outer ring is written counterclockwise, wherever it is and however large`() throws {
        var random = SplitMix64(seed: 0x3157)
        for round in 0..<500 {
            let size = [1e-7, 0.01, 1, 30, 80][round % 5]
            let (x, y) = (random.uniform(-180...180), random.uniform(-5...5))
            var corners: [(Double, Double)] = []
            for corner in 0..<8 {
                let angle = (Double(corner) + random.uniform(0...0.8)) / 8 * 2 * Double.pi
                let radius = size * random.uniform(0.3...1)
                let longitude = (x + radius * cos(angle) + 540).truncatingRemainder(dividingBy: 360) - 180
                corners.append((longitude, y + radius * sin(angle)))
            }
            corners.append(corners[0])
            let ring = try Polygon(corners: corners)
            let reversed = try Polygon(corners: corners.reversed())
            let read = try Geofence(json: Geofence("a", .polygon(reversed)).json())
            #expect(read.region == .polygon(ring), "\(corners)")
        }
    }

    @Test func `one geofence is read from a feature or a collection of one`() throws {
        let depot = try #require(try Self.geofences().first)
        let feature = depot.json()
        let lines = feature.replacing(",", with: ",\r\n")
        for text in [feature, " \n\(lines)\n", "{\"type\":\"FeatureCollection\",\"features\":[\(feature)]}"] {
            #expect(try Geofence(json: text) == depot)
        }
        // An unclosed ring is closed, as by the reader of files.
        let open = """
            {"type":"Feature","id":7,"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}}
            """
        #expect(try Geofence(json: open).region == .polygon(Polygon(corners: [(0, 0), (1, 0), (1, 1)])))
    }

    @Test func `text that is not exactly one geofence is refused with its location`() throws {
        let depot = try #require(try Self.geofences().first)
        let feature = depot.json()
        var other = depot
        other.id = "other"
        let empty = "{\"type\":\"FeatureCollection\",\"features\":[]}"
        for (text, message) in [
            ("", "the text has no geofence"), (empty, "the text has no geofence"),
            (feature + "\n" + other.json(), "the text has 2 geofences, not one"),
        ] {
            let error = failure { try Geofence(json: text) }
            #expect(error?.code == .invalidSyntax && error?.message == message, "\(text)")
            #expect(error?.location == InputLocation(file: "geofence"))
        }
        #expect(failure { try Geofence(json: feature + feature) }?.code == .duplicateIdentifier)
        for (text, code) in [
            ("id,latitude,longitude,radius_m\na,1,2,3\n", GeofenceError.Code.invalidSyntax),
            (String(feature.dropLast()), .invalidSyntax), (feature + "x", .invalidSyntax),
            (feature.replacing("150.25", with: "-1"), .invalidRadius),
            (feature.replacing("\"id\"", with: "\"no\""), .invalidIdentifier),
            ("{\"type\":\"Point\",\"coordinates\":[1,2]}", .invalidSyntax),
        ] {
            let error = failure { try Geofence(json: text) }
            #expect(error?.code == code, "\(text): \(String(describing: error))")
            #expect(error?.location?.file == "geofence" && error?.location?.line == 1, "\(text)")
        }
    }

    @Test func `a geofence is decoded as it was encoded, alone or within a program's own type`() throws {
        struct Saved: Codable {
            var name: String
            var geofences: [Geofence]
        }
        for geofence in try Self.geofences() {
            let decoded = try JSONDecoder().decode(Geofence.self, from: JSONEncoder().encode(geofence))
            #expect(decoded.json() == geofence.json())
            if case .circle = geofence.region { #expect(decoded == geofence) }
        }
        let saved = Saved(name: "all", geofences: try Self.geofences())
        for (encoded, decode) in [
            (try JSONEncoder().encode(saved), { try JSONDecoder().decode(Saved.self, from: $0) }),
            (try PropertyListEncoder().encode(saved), { try PropertyListDecoder().decode(Saved.self, from: $0) }),
        ] as [(Data, (Data) throws -> Saved)] {
            #expect(try decode(encoded).geofences.map { $0.json() } == saved.geofences.map { $0.json() })
        }
    }

    @Test(arguments: ["7", "9007199254740993", "-12", "\"7\""])
    func `a decoded identifier may be a whole number`(id: String) throws {
        let text = """
            {"geometry":{"coordinates":[13.405,52.52,34.5],"type":"Point"},"id":\(id),"properties":{"radius_m":5,"a":[true,null]},\
            "type":"Feature"}
            """
        let decoded = try JSONDecoder().decode(Geofence.self, from: Data(text.utf8))
        #expect(try decoded == Geofence(json: text))
        #expect(decoded.id.rawValue == id.replacing("\"", with: ""))
    }

    @Test func `a feature that is no geofence is a decoding error with the reason`() throws {
        let depot = try #require(try Self.geofences().first)
        let wrong = depot.json().replacing("150.25", with: "-1")
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([String: [Geofence]].self, from: Data("{\"a\":[\(wrong)]}".utf8))
        }
        let told = GeofenceError(try #require(error), at: InputLocation(file: "put"))
        #expect(told.code == .invalidRadius)
        #expect(told.location == InputLocation(file: "put", geofence: "depot"))
        #expect(told.message.hasPrefix("a[0]: ") && told.message.contains("-1"), "\(told)")
        #expect(told.recoverySuggestion == failure { try Geofence(json: wrong) }?.recoverySuggestion)
        guard case .geofence(let shown) = UserFacingError.from(try #require(error)) else {
            Issue.record("the reason is lost")
            return
        }
        #expect(shown.code == .invalidRadius)
        for text in ["7", "[]", "\"a\"", "{}", "null"] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Geofence.self, from: Data(text.utf8)) }
        }
    }
}
