import Testing

@testable import Geofencing

/// Keys of GeoJSON that come twice, or that mean the same.
@Suite struct FeatureKeyTests {
    private static func circle(_ properties: String, geometry: String = "", feature: String = "") -> String {
        """
        {"type":"Feature","properties":{"id":"a",\(properties)},"geometry":{"type":"Point","coordinates":[1,2]\(geometry)}\(feature)}
        """
    }

    private static let square = #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#

    private static func polygon(_ properties: String) -> String {
        #"{"type":"Feature","properties":{"id":"a",\#(properties)},"geometry":\#(square)}"#
    }

    @Test(arguments: [
        (circle(#""radius_m":5,"radius_m":6"#), "\"radius_m\" occurs twice"),
        (circle(#""radius_m":5,"radius_m":5"#), "\"radius_m\" occurs twice"),
        (circle(#""radius_m":5,"id":"b""#), "\"id\" occurs twice"),
        (circle(#""radius_m":5,"name":"b","name":null"#), "\"name\" occurs twice"),
        (circle(#""radius_m":5,"isActive":true,"isActive":false"#), "\"isActive\" occurs twice"),
        (circle(#""radius_m":5,"exit_fixes":2,"exit_fixes":3"#), "\"exit_fixes\" occurs twice"),
        (circle(#""radius_m":5"#, geometry: #","coordinates":[3,4]"#), "\"coordinates\" occurs twice"),
        (circle(#""radius_m":5"#, feature: #","properties":{}"#), "\"properties\" occurs twice"),
        (circle(#""radius_m":5"#, feature: #","geometry":null"#), "\"geometry\" occurs twice"),
        (
            circle(#""radius_m":5,"isActive":true,"is_active":false"#),
            "\"properties.isActive\" is true and \"properties.is_active\", which means the same, is false"
        ),
        (
            circle(#""radius_m":5,"notify_on_exit":false,"notifyOnExit":true"#),
            "\"properties.notify_on_exit\" is false and \"properties.notifyOnExit\", which means the same, is true"
        ),
        (
            circle(#""radius":5,"radius_unit":"m","radiusUnits":"km""#),
            "\"properties.radius_unit\" is m and \"properties.radiusUnits\", which means the same, is km"
        ),
        (
            circle(#""radius":5,"unit":"m","units":"km""#),
            "\"properties.unit\" is m and \"properties.units\", which means the same, is km"
        ),
        (
            circle(#""radius_m":5"#, geometry: #","radius_m":6"#, feature: ""),
            "\"properties.radius_m\" is 5.0 and \"geometry.radius_m\", which means the same, is 6.0"
        ),
        (
            circle(#""radius":5"#, feature: #","radius":6"#),
            "\"properties.radius\" is 5.0 and \"radius\", which means the same, is 6.0"
        ),
        (circle(#""radius":5,"unit":7"#), "\"unit\" is not a string"),
        (circle(#""radius":5,"unit":"parsec""#), "the radius unit \"parsec\" is not known"),
    ])
    func `duplicate or contradicting keys are an error with their location`(feature: String, message: String) throws {
        let other = #"{"type":"Feature","properties":{"id":"b"},"geometry":\#(Self.square)}"#
        let read = try GeofenceReaderTests.read(other + "\n" + feature + "\n")
        #expect(read.geofences.map(\.id) == ["b"])
        let finding = try #require(read.findings.first)
        #expect(read.findings.count == 1)
        #expect(finding.message == message)
        #expect(finding.location.file == "f" && finding.location.line == 2 && finding.location.feature == 1)
    }

    @Test(arguments: [#""radius":"150""#, #""radius":5,"exit_fixes":"3""#, #""radius_m":"wide""#])
    func `a number in quotes is reported as text`(properties: String) throws {
        let read = try GeofenceReaderTests.read(Self.circle(properties))
        let finding = try #require(read.findings.first)
        #expect(finding.message.hasSuffix("\" is text, not a finite number"), "\(finding.message)")
        #expect(finding.recoverySuggestion == "Write a number there, without quotes.")
    }

    @Test func `databases without Booleans write them as 1 and 0`() throws {
        let read = try GeofenceReaderTests.read(
            Self.circle(#""radius_m":5,"is_active":0,"notify_on_entry":1,"notify_on_exit":0"#)
        )
        #expect(read.findings.isEmpty)
        let geofence = try #require(read.geofences.first)
        #expect(!geofence.isActive && geofence.notifyOnEntry && !geofence.notifyOnExit)
    }

    @Test(arguments: ["2", "10", "1.0", "\"1\"", "\"true\"", "[]"])
    func `what is no Boolean is reported with its key as it is written`(value: String) throws {
        let read = try GeofenceReaderTests.read(Self.circle(#""radius_m":5,"is_active":\#(value)"#))
        #expect(read.geofences.isEmpty)
        let messages = read.findings.map(\.message)
        #expect(messages == ["\"properties.is_active\" is not true or false"], "\(messages)")
    }

    @Test func `a duplicate key is located at its second occurrence`() throws {
        let read = try GeofenceReaderTests.read(Self.circle(#""radius_m":5,"radius_m":6"#))
        #expect(read.findings.first?.location.column == 55)
    }

    @Test(arguments: [
        circle(#""radius_m":5,"isActive":false,"is_active":false,"notifyOnExit":true"#),
        circle(#""radius_m":5,"isActive":null,"is_active":false"#),
        circle(#""radius_m":5,"isActive":false,"is_active":null"#),
        circle(#""radius_m":5,"isActive":false"#, geometry: #","radius_m":5.0"#, feature: #","radius_m":5"#),
        circle(#""radius":5,"radius_units":"m","radiusUnit":"m","isActive":false"#),
        // What means nothing where it stands may be what it likes.
        circle(#""radius_m":5,"is_active":false,"type":1,"type":2,"x":1,"x":2"#, feature: #","isActive":true"#),
    ])
    func `equal values under synonymous keys are accepted, and null is ignored`(feature: String) throws {
        let read = try GeofenceReaderTests.read(feature)
        #expect(read.findings.isEmpty)
        let geofence = try #require(read.geofences.first)
        #expect(geofence.region == .circle(center: Coordinate(latitude: 2, longitude: 1), radius: .meters(5)))
        #expect(!geofence.isActive && geofence.notifyOnExit)
    }

    @Test(
        arguments: [
            (circle(#""radius":2,"unit":"km""#), 2000), (circle(#""units":"ft","radius":10"#), 3.048),
            (circle(#""units":"m""#, geometry: #","radius":2,"units":"km""#), 2000),
            // The unit of something else.
            (circle(#""radius":2,"radius_units":"km","unit":"12b""#), 2000), (circle(#""radius_m":2,"unit":12"#), 2),
            (circle(#""unit":"km""#, geometry: #","radius":2"#), 2), (circle(#""radius":2,"unit":null"#), 2),
        ] as [(String, Double)]
    )
    func `a unit next to a radius applies to the radius`(feature: String, meters: Double) throws {
        let read = try GeofenceReaderTests.read(feature)
        #expect(read.findings.isEmpty)
        guard case .circle(_, let radius) = read.geofences.first?.region else {
            Issue.record("no circle")
            return
        }
        #expect(abs(radius.meters - meters) < 1e-9)
    }

    @Test func `units of a polygon are ignored`() throws {
        let read = try GeofenceReaderTests.read(Self.polygon(#""unit":12,"units":{"area":"ha"}"#))
        #expect(read.findings.isEmpty && read.geofences.count == 1)
    }

    @Test(
        arguments: [
            ("id,latitude,longitude,radius,unit\na,2,1,2,km\n", 2000),
            ("id,latitude,longitude,rad,units\na,2,1,2,km\n", 2000),
            ("id,latitude,longitude,radius,radius_units,unit\na,2,1,2,km,12b\n", 2000),
            ("id,latitude,longitude,radius_m,unit\na,2,1,2,12b\n", 2),
            ("id,latitude,longitude,radius_meters,units\na,2,1,2,km\n", 2),
        ] as [(String, Double)]
    )
    func `a unit column next to a radius column applies to the radius`(table: String, meters: Double) throws {
        let read = try GeofenceReaderTests.read(table)
        #expect(read.findings.isEmpty)
        let center = Coordinate(latitude: 2, longitude: 1)
        #expect(read.geofences.first?.region == .circle(center: center, radius: .meters(meters)))
    }
}
