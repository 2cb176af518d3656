import Foundation
import TestSupport
import Testing

@testable import Geofencing

@Suite struct SafeRadiusTests {
    private let center = Coordinate(latitude: 52.5, longitude: 13.4)

    private func circle(_ id: Geofence.ID, radius: Double, at center: Coordinate? = nil) -> Geofence {
        Geofence(id, .circle(center: center ?? self.center, radius: .meters(radius)))
    }

    private func place(_ meters: Double) -> Coordinate {
        Geodesic.direct(from: center, azimuth: 40, distance: meters)
    }

    /// How much less than the distance is safe, in meters, at most.
    private let margin = 0.0011

    @Test(arguments: [(0.0, 100.0), (70, 30), (99, 1), (130, 30), (149, 49), (180, 20), (250, 50), (1000, 800)])
    func `the nearest boundary limits the radius, from inside or outside`(meters: Double, expected: Double) throws {
        let engine = try GeofenceEngine([circle("inner", radius: 100), circle("outer", radius: 200)])
        let radius = try engine.safeRadius(at: place(meters)).meters
        #expect(radius <= expected)
        #expect(radius >= expected - margin)
    }

    @Test func `an invalid accuracy counts as unknown and does not lengthen the wait`() throws {
        let engine = try GeofenceEngine([circle("inner", radius: 100)])
        func wait(_ accuracy: Double?) throws -> Timestamp {
            let time = Timestamp.second(0)
            let fix = Fix(
                device: "dog",
                time: time,
                coordinate: place(600),
                horizontalAccuracy: accuracy.map { .meters($0) }
            )
            return try engine.nextFixBy(after: fix, maximumMetersPerSecond: 10)
        }
        let unknown = try wait(nil)
        for accuracy in [-1, -1000, -Double.infinity, .infinity, .nan, 0] { #expect(try wait(accuracy) == unknown) }
        #expect(try wait(50) < unknown)
    }

    @Test func `the safe radius on a boundary is zero`() throws {
        let square = try Polygon([
            Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 1),
            Coordinate(latitude: 1, longitude: 1), Coordinate(latitude: 1, longitude: 0),
        ])
        let engine = try GeofenceEngine([Geofence("square", .polygon(square))])
        #expect(try engine.safeRadius(at: Coordinate(latitude: 0.5, longitude: 0)) == .meters(0))
        #expect(try engine.safeRadius(at: Coordinate(latitude: 1, longitude: 1)) == .meters(0))
    }

    @Test func `without geofences the safe radius covers the Earth`() throws {
        #expect(try GeofenceEngine([]).safeRadius(at: center) > .kilometers(19_000))
    }

    @Test func `a safe radius at an invalid coordinate is refused`() throws {
        let engine = try GeofenceEngine([])
        let nowhere = Coordinate(latitude: 91, longitude: 0)
        #expect(failure { try engine.safeRadius(at: nowhere) }?.code == .invalidCoordinate)
    }

    @Test func `edits change the safe radius at once`() throws {
        let engine = try GeofenceEngine([circle("one", radius: 100)])
        try engine.upsert(circle("two", radius: 40))
        #expect(try engine.safeRadius(at: center) <= .meters(40))
        try engine.upsert(circle("two", radius: 30))
        #expect(try engine.safeRadius(at: center) <= .meters(30))
        try engine.remove("two")
        #expect(try engine.safeRadius(at: center) > .meters(99))
    }

    @Test func `the next fix is due when the boundary could be reached`() throws {
        let engine = try GeofenceEngine([circle("one", radius: 1000)])
        func wait(accuracy: Double?, at place: Coordinate, speed: Double = 10) throws -> Int64 {
            let fix = Fix(
                device: "rex",
                time: Timestamp(unixMilliseconds: 5000),
                coordinate: place,
                horizontalAccuracy: accuracy.map { .meters($0) }
            )
            return try engine.nextFixBy(after: fix, maximumMetersPerSecond: speed).unixMilliseconds - 5000
        }
        #expect(try (99_800...100_000).contains(wait(accuracy: nil, at: center)))
        #expect(try (94_800...95_000).contains(wait(accuracy: 50, at: center)))
        #expect(try wait(accuracy: 2000, at: center) == 0)
        #expect(try wait(accuracy: nil, at: place(1000)) == 0)
        // Too far ahead for a time is the last there is.
        #expect(try wait(accuracy: nil, at: center, speed: 1e-300) == .max - 5000)
    }

    @Test(arguments: [0.7, 7, 33, 340, 12_345])
    func `the next fix is due in the last millisecond in which the boundary cannot be reached`(speed: Double) throws {
        let engine = try GeofenceEngine([circle("one", radius: 1000)])
        let radius = try engine.safeRadius(at: place(100)).meters
        let fix = Fix(device: "rex", time: Timestamp(unixMilliseconds: 5000), coordinate: place(100))
        let wait = try engine.nextFixBy(after: fix, maximumMetersPerSecond: speed).unixMilliseconds - 5000
        #expect(Double(wait) / 1000 * speed <= radius)
        #expect(Double(wait + 1) / 1000 * speed > radius)
    }

    /// Overlapping circles and polygons with holes, also over the antimeridian and near a pole.
    private static func fences(around center: Coordinate, _ random: inout SplitMix64) throws -> [Geofence] {
        let validator = try FenceValidator()
        var fences = HardCases.fences(
            count: 40,
            around: Place(x: center.longitude, y: center.latitude),
            &random
        ).filter { (try? validator.check($0)) != nil }
        for number in 0..<40 {
            let middle = Geodesic.direct(
                from: center,
                azimuth: random.uniform(-180...180),
                distance: exp(random.uniform(4...12.5))
            )
            let radius = Distance.meters(exp(random.uniform(2...12)))
            fences.append(Geofence(Geofence.ID("circle \(number)"), .circle(center: middle, radius: radius)))
        }
        return fences
    }

    @Test(arguments: [(48.0, 11.0), (0, 179.5), (-86.5, 20), (66, -179)])
    func `no move shorter than the safe radius changes the covering geofences`(
        latitude: Double,
        longitude: Double
    ) throws {
        let center = Coordinate(latitude: latitude, longitude: longitude)
        let seed = UInt64(bitPattern: Int64(latitude))
        var random = SplitMix64(seed: seed)
        let fences = try Self.fences(around: center, &random)
        #expect(fences.count > 50)
        let engine = try GeofenceEngine(checked: fences)
        var changes = 0
        for _ in 0..<300 {
            let place = Geodesic.direct(
                from: center,
                azimuth: random.uniform(-180...180),
                distance: exp(random.uniform(4...12.5))
            )
            let radius = try engine.safeRadius(at: place).meters
            let covering = try engine.geofences(covering: place)
            for share in [random.uniform(0...1), 0.999, 1, 1.5] {
                let azimuth = random.uniform(-180...180)
                let moved = Geodesic.direct(from: place, azimuth: azimuth, distance: radius * share)
                let after = try engine.geofences(covering: moved)
                if share <= 1 {
                    #expect(
                        after == covering,
                        "seed \(seed), \(place), \(radius) m, azimuth \(azimuth), share \(share)"
                    )
                } else if after != covering {
                    changes += 1
                }
            }
            // Not needlessly small: the nearest of all boundaries is hardly farther.
            let nearest = try engine.nearestGeofences(to: place, count: fences.count).map { abs($0.distance.meters) }
                .min()
            #expect(radius >= (nearest ?? 0) * 0.998 - 0.002, "seed \(seed), \(place)")
        }
        // Half as far again does lead out now and then.
        #expect(changes > 10)
    }

    @Test(arguments: [0, -1, .nan, .infinity] as [Double])
    func `a speed that is not positive and finite is refused`(speed: Double) throws {
        let engine = try GeofenceEngine([circle("inner", radius: 100)])
        let fix = Fix(device: "dog", time: Timestamp(unixMilliseconds: 0), coordinate: center)
        let error = #expect(throws: GeofenceError.self) {
            try engine.nextFixBy(after: fix, maximumMetersPerSecond: speed)
        }
        #expect(error?.code == .invalidRules)
    }
}
