import Foundation
import TestSupport
import Testing

@testable import Geofencing

/// What a circle covers does not depend on where the zero of longitudes is. Polygons have such a test in
/// `ReferenceIndexTests`.
@Suite struct LongitudeShiftTests {
    /// 0.4 mm: sums of such longitudes and of the shifts are exact in binary.
    private static let step = 0x1p-28

    private static func moved(_ place: Coordinate, by shift: Double) -> Coordinate {
        let longitude = (place.longitude / step).rounded() * step + shift
        return Coordinate(latitude: place.latitude, longitude: longitude < 180 ? longitude : longitude - 360)
    }

    /// Circles of half a meter to 2,000 km, every fifth near a pole, and places around their rims.
    private static func world() -> (circles: [(center: Coordinate, radius: Double)], places: [Coordinate]) {
        var generator = SplitMix64(seed: 11)
        let circles = (0..<150).map { number in
            let latitude = number % 5 == 0 ? copysign(generator.uniform(89...90), Double(number % 2) - 0.5) : nil
            let center = Coordinate(
                latitude: latitude ?? generator.uniform(-85...85),
                longitude: generator.uniform(-180...179)
            )
            return (moved(center, by: 0), 0.5 * pow(10, generator.uniform(0...6.6)))
        }
        let offsets = [0, 1e-9, -1e-9, 1e-6, -1e-6, 0.3, -0.3]
        let places = circles.flatMap { center, radius in
            offsets.map { offset in
                let azimuth = generator.uniform(-180...180)
                return moved(Geodesic.direct(from: center, azimuth: azimuth, distance: radius * (1 + offset)), by: 0)
            }
        }
        return (circles, places)
    }

    @Test(arguments: EngineKind.allCases)
    func `shifting the longitudes of circles and positions changes no answer`(kind: EngineKind) throws {
        let world = Self.world()
        func answers(_ shift: Double) throws -> [[Geofence.ID]] {
            let fences = world.circles.enumerated().map { number, circle in
                let center = Self.moved(circle.center, by: shift)
                return Geofence(Geofence.ID("\(number)"), .circle(center: center, radius: .meters(circle.radius)))
            }
            let engine = try GeofenceEngine(fences, engine: kind)
            return try engine.geofences(covering: world.places.map { Self.moved($0, by: shift) })
        }
        let expected = try answers(0)
        #expect(expected.contains { $0.isEmpty } && expected.contains { $0.count > 1 })
        for shift in [0x1p-10, 17.25, 90, 180, 270, 359.75] {
            #expect(try answers(shift) == expected, "shift \(shift)")
        }
    }
}
