import Foundation
import Geofencing
import Testing

@Suite struct GeofenceCodingTests {
    private static func ring(_ corners: [(Double, Double)]) -> [Coordinate] {
        corners.map { Coordinate(latitude: $0.1, longitude: $0.0) }
    }

    /// A geofence of each shape; what is not standard in some of them.
    private static func geofences() throws -> [Geofence] {
        let box = ring([(0, 0), (0, 9.123456789), (9, 9), (9, 0), (0, 0)])
        let hole = ring([(1, 1), (2, 1), (2, 2), (1, 1)])
        let across = ring([(178, 0), (-178, 0), (-178, 2), (178, 2), (178, 0)])
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
            Geofence("lake", .polygon(try Polygon(box, holes: [hole])), policy: .raw),
            Geofence("isles", .multiPolygon([try Polygon(box), try Polygon(across)]), policy: .probability()),
        ]
    }

    private static func object(_ json: Data) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary)
    }

    @Test func `a geofence encodes as the feature that its line is`() throws {
        for geofence in try Self.geofences() {
            let encoded = try Self.object(JSONEncoder().encode(geofence))
            #expect(try encoded == Self.object(Data(geofence.json().utf8)))
        }
    }

    @Test func `geofences are a part of what a program encodes, which is read as a file is`() throws {
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
    }
}
