import Geofencing
import TestSupport
import Testing

@Suite struct PolygonTests {
    private let corners = [
        Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 2),
        Coordinate(latitude: 2, longitude: 2),
    ]

    @Test func `an open ring is closed and a closed one is kept`() throws {
        let polygon = try Polygon(corners, holes: [corners + [corners[0]]])
        #expect(polygon.exterior == corners + [corners[0]])
        #expect(polygon.rings == [polygon.exterior, polygon.exterior])
    }

    @Test(arguments: [
        (Double.nan, 0.0), (0, .nan), (.infinity, 0), (0, -.infinity), (90.1, 0), (-91, 0), (0, 361), (0, -360.5),
    ])
    func `an invalid vertex is rejected with its ring and number`(latitude: Double, longitude: Double) {
        let bad = Coordinate(latitude: latitude, longitude: longitude)
        #expect {
            try Polygon(corners, holes: [corners, [corners[0], bad, corners[1], corners[2]]])
        } throws: { error in
            let error = error as? GeofenceError
            return error?.code == .invalidCoordinate && error?.location == InputLocation(ring: 2, vertex: 1)
        }
    }

    @Test func `a ring with fewer than three distinct vertices is rejected`() {
        let (a, b) = (corners[0], corners[1])
        for ring in [[], [a], [a, b], [a, b, a], [a, a, a, a], [a, b, a, b, a]] {
            #expect(failure { try Polygon(ring) }?.code == .invalidPolygon)
        }
    }
}
