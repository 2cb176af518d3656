import Geofencing
import Testing

@Suite struct GeofenceDescriptionTests {
    private static func square(at longitude: Double, side: Double) -> [Coordinate] {
        [(0, 0), (0, side), (side, side), (side, 0)].map { latitude, east in
            Coordinate(latitude: latitude, longitude: longitude + east)
        }
    }

    @Test func `a geofence has a readable description`() throws {
        let center = Coordinate(latitude: 52.52, longitude: 13.405)
        var depot = Geofence("depot", .circle(center: center, radius: .meters(150)))
        #expect("\(depot)" == "depot, a circle of radius 150.0 m around (latitude: 52.52, longitude: 13.405)")
        (depot.name, depot.isActive) = ("Main \"A\"\nnorth", false)
        #expect("\(depot)".hasSuffix(#"13.405), "Main \"A\"\nnorth", inactive"#))
        let lake = try Polygon(Self.square(at: 0, side: 2), holes: [Self.square(at: 0.5, side: 1)])
        #expect("\(Geofence("lake", .polygon(lake)))" == "lake, a polygon with 8 vertices")
        let pond = try Polygon(Self.square(at: 5, side: 1))
        #expect("\(Geofence("lakes", .multiPolygon([lake, pond])))" == "lakes, 2 polygons with 12 vertices")
        #expect("\(Geofence.Region.multiPolygon([pond]))" == "1 polygon with 4 vertices")
    }
}
