import Foundation
import Testing

@testable import Geofencing

@Suite struct CircleTests {
    private static let pointCount =
        ProcessInfo.processInfo.environment["GEOFENCE_ORACLE_POINTS"].flatMap { Int($0) } ?? 400_000

    /// A center of every kind: anywhere, at and near the poles, on the equator, at the antimeridian.
    static func center(_ random: inout SplitMix64) -> Coordinate {
        var center = Coordinate(latitude: random.uniform(-90...90), longitude: random.uniform(-180...180))
        switch random.next() % 10 {
        case 0: center.latitude = random.next() % 2 == 0 ? 90 : -90
        case 1: center.latitude = 90 - exp(random.uniform(-14...2))
        case 2: center.latitude = -90 + exp(random.uniform(-14...2))
        case 3: center.latitude = 0
        case 4, 5: center.longitude = random.next() % 2 == 0 ? 180 : -180
        case 6: center.longitude = 180 - exp(random.uniform(-14...2))
        default: break
        }
        return center
    }

    static func circle(_ random: inout SplitMix64, largest: Double = 2e6) throws -> Circle {
        let radius = exp(random.uniform(log(0.5)...log(largest)))
        return try Circle(center: center(&random), radius: .meters(radius))
    }

    private static func isWithinRadius(_ circle: Circle, x: Double, y: Double) -> Bool {
        Geodesic.distance(circle.center, Coordinate(latitude: y, longitude: x)) <= circle.radius
    }

    @Test func `a place exactly one radius away is covered, and by the next smaller radius it is not`() throws {
        var random = SplitMix64(seed: 62)
        for number in 0..<1000 {
            let center = Self.center(&random)
            let place = Geodesic.direct(
                from: center,
                azimuth: random.uniform(-180...180),
                distance: exp(random.uniform(0...14))
            )
            let distance = Geodesic.distance(center, place)
            for (radius, isCovered) in [(distance, true), (distance.nextDown, false)] {
                let circle = try Circle(center: center, radius: .meters(radius))
                #expect(circle.covers(x: place.longitude, y: place.latitude) == isCovered, "\(circle), \(place)")
                guard number < 50 else { continue }
                let fence = Geofence("circle", .circle(center: center, radius: .meters(radius)))
                for kind in [EngineKind.cells, .geos] {
                    let covering = try GeofenceEngine([fence], engine: kind).geofences(covering: place)
                    #expect(covering.count == (isCovered ? 1 : 0), "\(kind): \(circle), \(place)")
                }
            }
        }
    }

    @Test func `covers agrees with the geodesic distance within 1 m of the boundary`() throws {
        let seed: UInt64 = 0xC1C1E
        var random = SplitMix64(seed: seed)
        var mismatches = 0
        var covered = 0
        var checked = 0
        while checked < Self.pointCount {
            let circle = try Self.circle(&random)
            for _ in 0..<20 {
                let offset: Double
                switch random.next() % 4 {
                case 0: offset = 0
                case 1: offset = random.uniform(-1...1) * min(1, circle.radius)
                default: offset = random.uniform(-1...1) * exp(random.uniform(-21...(-1)))
                }
                let place = Geodesic.direct(
                    from: circle.center,
                    azimuth: random.uniform(-180...180),
                    distance: circle.radius + offset
                )
                // The index asks with x in -180 ..< 180.
                let x = place.longitude == 180 ? -180 : place.longitude
                for (nearX, nearY) in [(x, place.latitude), (x.nextUp, place.latitude), (x, place.latitude.nextDown)]
                where nearX < 180 && nearY >= -90 {
                    let isCovered = circle.covers(x: nearX, y: nearY)
                    let expected = Self.isWithinRadius(circle, x: nearX, y: nearY)
                    if isCovered != expected { mismatches += 1 }
                    if isCovered { covered += 1 }
                    checked += 1
                }
            }
        }
        #expect(mismatches == 0, "of \(checked) points, seed \(seed)")
        #expect(covered > checked / 3 && covered < checked * 2 / 3)
    }

    @Test func `covers agrees with the geodesic distance at any point, for circles of any size`() throws {
        let seed: UInt64 = 0xA11
        var random = SplitMix64(seed: seed)
        var mismatches = 0
        for _ in 0..<1500 {
            let circle = try Self.circle(&random, largest: WGS84.longestDistance)
            for _ in 0..<20 {
                let place = Geodesic.direct(
                    from: circle.center,
                    azimuth: random.uniform(-180...180),
                    distance: random.uniform(0...min(2 * circle.radius, WGS84.longestDistance))
                )
                if circle.covers(x: place.longitude, y: place.latitude)
                    != Self.isWithinRadius(circle, x: place.longitude, y: place.latitude)
                {
                    mismatches += 1
                }
            }
        }
        #expect(mismatches == 0, "seed \(seed)")
    }

    @Test func `the planar test decides nearly all points away from the boundary`() throws {
        var random = SplitMix64(seed: 7)
        var undecided = 0
        let circle = try Circle(center: Coordinate(latitude: 47, longitude: 179.99), radius: .kilometers(1))
        for _ in 0..<10_000 {
            let turn = 179.99 + random.uniform(-0.05...0.05)
            let x = turn >= 180 ? turn - 360 : turn
            if circle.planar(x: x, y: 47 + random.uniform(-0.05...0.05)) < 0 { undecided += 1 }
        }
        #expect(undecided <= 5)
    }

    @Test func `near a pole and for very large circles the planar test is never wrong`() throws {
        var random = SplitMix64(seed: 8)
        let near = try Circle(center: Coordinate(latitude: 89.99, longitude: 12), radius: .kilometers(1))
        let undecided = (0..<10_000).count { _ in
            near.planar(x: random.uniform(-180...180), y: random.uniform(89...90)) < 0
        }
        // The belt is 0.0182 degrees of the one degree.
        #expect(undecided < 250)
        for number in 0..<2000 {
            let isLarge = number % 2 == 0
            let latitude = isLarge ? random.uniform(-20...20) : 90 - random.uniform(0...0.01)
            let radius = isLarge ? random.uniform(1.1e6...1e7) : random.uniform(500...5000)
            let center = Coordinate(latitude: latitude, longitude: random.uniform(-180...180))
            let circle = try Circle(center: center, radius: .meters(radius))
            // Along the meridian is where the belt comes closest.
            let azimuth = [0, 180, random.uniform(-180...180)][number % 3]
            let distance = radius * random.uniform(0.9999...1.0001)
            let place = Geodesic.direct(from: center, azimuth: azimuth, distance: distance)
            let (x, y) = (place.longitude, place.latitude)
            let answer = circle.planar(x: x, y: y)
            if answer >= 0 { #expect((answer == 1) == Self.isWithinRadius(circle, x: x, y: y), "\(circle)") }
        }
    }

    @Test func `the relation to a box holds for every point of the box`() throws {
        let seed: UInt64 = 0xB0C5
        var random = SplitMix64(seed: seed)
        var decided = 0
        for _ in 0..<4000 {
            let circle = try Self.circle(&random)
            let size = circle.radius / 111_000 * exp(random.uniform(-4...1))
            let place = Geodesic.direct(
                from: circle.center,
                azimuth: random.uniform(-180...180),
                distance: circle.radius * random.uniform(0...2)
            )
            let box = Box(
                minX: max(-180, place.longitude - size * random.uniform(0...1)),
                minY: max(-90, place.latitude - size * random.uniform(0...1)),
                maxX: min(180, place.longitude + size * random.uniform(0...1)),
                maxY: min(90, place.latitude + size * random.uniform(0...1))
            )
            let (x, y) = (LongitudeSpan(from: box.minX, to: box.maxX), LatitudeSpan(from: box.minY, to: box.maxY))
            let relation = circle.relation(x, y)
            guard relation != .boundary else { continue }
            decided += 1
            for _ in 0..<10 {
                let share = random.next() % 3 == 0 ? 1.0 : random.uniform(0...1)
                let x = box.minX + (box.maxX - box.minX) * share
                let y = random.next() % 3 == 0 ? box.minY : random.uniform(box.minY...box.maxY)
                #expect(circle.covers(x: x, y: y) == (relation == .inside), "seed \(seed): \(circle) \(box)")
            }
        }
        #expect(decided > 2000)
    }

    @Test func `the boxes contain every point of the circle`() throws {
        let seed: UInt64 = 0xB0C
        var random = SplitMix64(seed: seed)
        for _ in 0..<2000 {
            let circle = try Self.circle(&random, largest: WGS84.longestDistance)
            let boxes = circle.boxes
            #expect(boxes.count <= 2)
            #expect(boxes.allSatisfy { $0.minX >= -180 && $0.maxX <= 180 && $0.minY >= -90 && $0.maxY <= 90 })
            for step in 0..<24 {
                let place = Geodesic.direct(
                    from: circle.center,
                    azimuth: Double(step) * 15 + random.uniform(0...1),
                    distance: circle.radius
                )
                let x = place.longitude == 180 ? -180 : place.longitude
                #expect(
                    boxes.contains { $0.contains(x: x, y: place.latitude) },
                    "seed \(seed): \(circle.center) \(circle.radius) \(place)"
                )
            }
        }
    }

    @Test func `the box is not much larger than the circle`() throws {
        let circle = try Circle(center: Coordinate(latitude: 60, longitude: 10), radius: .kilometers(10))
        let box = try #require(circle.boxes.first)
        #expect(circle.boxes.count == 1)
        #expect(abs((box.maxY - box.minY) / 2 * 111_412 / 10_000 - 1) < 0.01)
        #expect(abs((box.maxX - box.minX) / 2 * 55_800 / 10_000 - 1) < 0.01)
    }

    @Test(arguments: [0, -1, .nan, .infinity, 20_003_932]) func `a radius out of range is an error`(radius: Double) {
        let error = #expect(throws: GeofenceError.self) {
            try Circle(center: Coordinate(latitude: 0, longitude: 0), radius: .meters(radius))
        }
        #expect(error?.code == .invalidRadius)
    }

    @Test func `a center with invalid coordinates is an error`() {
        let error = #expect(throws: GeofenceError.self) {
            try Circle(center: Coordinate(latitude: 91, longitude: 0), radius: .meters(1))
        }
        #expect(error?.code == .invalidCoordinate)
    }

    @Test func `a circle as large as the Earth covers everything`() throws {
        let earth = try Circle(center: Coordinate(latitude: 30, longitude: 40), radius: .meters(20_003_931.458626))
        #expect(earth.covers(x: -140, y: -30))
        #expect(earth.covers(x: 40, y: 30))
    }

    @Test func `a circle takes 64 bytes`() {
        #expect(MemoryLayout<Circle>.stride == 64)
    }
}
