import TestSupport
import Testing

@testable import Geofencing

@Suite struct RegionSelectionTests {
    private let here = Coordinate(latitude: 48, longitude: 11)

    private func circle(_ id: String, north meters: Double, radius: Double) -> Geofence {
        let center = Geodesic.direct(from: here, azimuth: 0, distance: meters)
        return Geofence(Geofence.ID(id), .circle(center: center, radius: .meters(radius)))
    }

    @Test func `twenty regions are chosen by the distance to their boundary`() throws {
        // The farther the center, the nearer the boundary.
        let fences = (0..<40).map { circle("\($0)", north: 10_000 + 100 * Double($0), radius: 100 + 150 * Double($0)) }
        let selection = try GeofenceEngine(fences).regionsToRegister(near: here)
        #expect(GeofenceEngine.regionLimit == 20)
        #expect(selection.regions == (20..<40).reversed().map { Geofence.ID("\($0)") })
        #expect(selection.toAdd == selection.regions)
        #expect(selection.toRemove.isEmpty)
    }

    @Test func `occupied geofences take precedence over nearer ones`() throws {
        let engine = try GeofenceEngine([
            circle("country", north: 0, radius: 300_000), circle("city", north: 0, radius: 9000),
            circle("near", north: 200, radius: 100), circle("far", north: 500, radius: 100),
        ])
        func regions(_ limit: Int) throws -> [Geofence.ID] {
            try engine.regionsToRegister(near: here, limit: limit).regions
        }
        #expect(try regions(4) == ["city", "country", "near", "far"])
        #expect(try regions(.max) == ["city", "country", "near", "far"])
        #expect(try regions(3) == ["city", "country", "near"])
        // The limit is the platform's: of too many occupied ones the nearest to their boundary stay.
        #expect(try regions(1) == ["city"])
        #expect(try regions(0).isEmpty && regions(-1).isEmpty)
    }

    @Test func `a geofence whose boundary the device is on counts as occupied`() throws {
        let square = try Polygon([
            Coordinate(latitude: 48, longitude: 11), Coordinate(latitude: 48, longitude: 12),
            Coordinate(latitude: 49, longitude: 12), Coordinate(latitude: 49, longitude: 11),
        ])
        let engine = try GeofenceEngine([Geofence("square", .polygon(square)), circle("city", north: 0, radius: 9000)])
        #expect(try engine.regionsToRegister(near: here, limit: 1).regions == ["square"])
    }

    @Test func `regions to add and remove are relative to the registered ones`() throws {
        var closed = circle("closed", north: 150, radius: 100)
        closed.isActive = false
        let engine = try GeofenceEngine([
            closed, circle("a", north: 1000, radius: 100), circle("b", north: 2000, radius: 100),
            circle("c", north: 3000, radius: 100),
        ])
        let selection = try engine.regionsToRegister(near: here, limit: 2, registered: ["c", "b", "closed", "orphan"])
        #expect(selection.regions == ["a", "b"])
        #expect(selection.toAdd == ["a"])
        #expect(selection.toRemove == ["c", "closed", "orphan"])
        let again = try engine.regionsToRegister(near: here, limit: 2, registered: ["a", "b"])
        #expect(again.toAdd.isEmpty && again.toRemove.isEmpty)
    }

    @Test func `an invalid coordinate is refused`() throws {
        let engine = try GeofenceEngine([circle("a", north: 0, radius: 1)])
        let nowhere = Coordinate(latitude: 0, longitude: 181)
        #expect(failure { try engine.regionsToRegister(near: nowhere, registered: ["a"]) }?.code == .invalidCoordinate)
    }
}
