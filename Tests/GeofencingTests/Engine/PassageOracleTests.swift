import TestSupport
import Testing

@testable import Geofencing

/// Passages against places on the way, each of which GEOS or the geodesic decides.
@Suite struct PassageOracleTests {
    @Test(
        arguments: zip(
            [Place(x: 10, y: 50), Place(x: 180, y: 5), Place(x: -179.5, y: -70), Place(x: 0, y: 0)],
            [UInt64(1), 2, 3, 4]
        )
    )
    func `a path is inside polygons exactly between entry and exit, with either index`(
        center: Place,
        seed: UInt64
    ) throws {
        var generator = SplitMix64(seed: seed)
        let fences = HardCases.fences(count: 40, around: center, &generator)
        let engine = try GeofenceEngine(checked: fences)
        let reference = try GeofenceEngine(checked: fences, engine: .geos)
        var passages = 0
        for number in 0..<60 {
            let length = generator.uniform(0.01...3)
            let start = center.moved(generator.uniform(-2...2), generator.uniform(-2...2))
            let end = center.moved(generator.uniform(-1...1) * length, generator.uniform(-1...1) * length)
            let found = try engine.passages(from: start.coordinate, to: end.coordinate)
            #expect(try reference.passages(from: start.coordinate, to: end.coordinate) == found, "seed \(seed)")
            passages += found.count
            let ends = Set(try [start, end].flatMap { try reference.geofences(covering: $0.coordinate) })
            for sample in 0...300 {
                let share = Double(sample) / 300
                let place = start.toward(end, share)
                let covering = Set(try reference.geofences(covering: place.coordinate)).subtracting(ends)
                let near = Set(
                    found.filter { abs($0.entry - share) < 1e-7 || abs($0.exit - share) < 1e-7 }.map(\.geofence)
                )
                let inside = Set(found.filter { $0.entry < share && share < $0.exit }.map(\.geofence))
                #expect(
                    covering.subtracting(near) == inside.subtracting(near),
                    "seed \(seed), way \(number), share \(share)"
                )
            }
        }
        #expect(passages > 100, "seed \(seed)")
    }

    /// Most of these ways are outside the box around all geofences.
    @Test(arguments: zip([Place(x: 10, y: 50), Place(x: 180, y: 5), Place(x: -180, y: -70)], [UInt64(8), 9, 10]))
    func `one geofence is passed through alike with either index, whatever side a path comes from`(
        center: Place,
        seed: UInt64
    ) throws {
        var generator = SplitMix64(seed: seed)
        let step = 0.01
        let rules = EventRules(policy: .raw, passThrough: PassThrough())
        var count = 0
        for _ in 0..<60 {
            let aside = generator.uniform(-1...1)
            let middle = center.moved((Bool.random(using: &generator) ? aside : aside.rounded()) * step, 0)
            let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map {
                middle.moved($0.0 * step, $0.1 * step).coordinate
            }
            let fences = [
                Geofence("square", .polygon(try Polygon(corners))),
                Geofence("circle", .circle(center: middle.coordinate, radius: .meters(500))),
            ]
            let fixes = (0..<40).map { number in
                // On a grid, so that many paths touch a corner, follow an edge, or run along the antimeridian.
                let east = Double(Int.random(in: -3...3, using: &generator)) * step
                let north = Double(Int.random(in: -3...3, using: &generator)) * step
                return Fix(
                    device: "\(number / 2)",
                    time: .second(Int64(number % 2) * 100),
                    coordinate: Bool.random(using: &generator)
                        ? middle.moved(east, north).coordinate : center.moved(east, north).coordinate
                )
            }
            for fence in fences {
                let found = try GeofenceEngine([fence], rules: rules).process(fixes)
                #expect(
                    try GeofenceEngine([fence], rules: rules, engine: .geos).process(fixes) == found,
                    "seed \(seed)"
                )
                count += found.count { $0.isInferred }
            }
        }
        #expect(count > 100, "seed \(seed)")
    }

    @Test(arguments: [UInt64(5), 6, 7])
    func `a path is inside a circle exactly between entry and exit`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var passages = 0
        for number in 0..<300 {
            let center = Place(x: generator.uniform(-180...180), y: generator.uniform(-89...89))
            let meters = [1, 100, 10_000, 1_000_000][number % 4] * generator.uniform(0.5...2)
            let size = meters / 111_000
            func place() -> Place {
                var place = center.moved(generator.uniform(-3...3) * size, generator.uniform(-3...3) * size)
                place.y = max(-90, min(90, place.y))
                return place
            }
            let (start, end) = (place(), place())
            let engine = try GeofenceEngine([
                Geofence("circle", .circle(center: center.coordinate, radius: .meters(meters)))
            ])
            func depth(_ share: Double) -> Double {
                meters - center.coordinate.distance(to: start.toward(end, share).coordinate).meters
            }
            let found = try engine.passages(from: start.coordinate, to: end.coordinate)
            if depth(0) >= 0 || depth(1) >= 0 {
                #expect(found.isEmpty)
                continue
            }
            passages += found.count
            // Near a pole, a way straight in longitude and latitude leaves a large circle and comes back.
            let isLarge = meters > 500_000
            for passage in found {
                #expect(passage.entry > 0 && passage.exit < 1)
                if !isLarge {
                    #expect(abs(depth(passage.entry)) < 1e-5 * max(1, meters / 1e5), "seed \(seed), circle \(number)")
                    #expect(abs(depth(passage.exit)) < 1e-5 * max(1, meters / 1e5), "seed \(seed), circle \(number)")
                }
            }
            for sample in 0...200 {
                let share = Double(sample) / 200
                let isInside = found.contains { $0.entry <= share && share <= $0.exit }
                let isNear = found.contains { abs($0.entry - share) < 2e-5 || abs($0.exit - share) < 2e-5 }
                #expect(
                    isNear || isInside == (depth(share) >= 0) || abs(depth(share)) < 0.01,
                    "seed \(seed), circle \(number), share \(share)"
                )
            }
        }
        #expect(passages > 50, "seed \(seed)")
    }
}

extension Place {
    fileprivate func moved(_ east: Double, _ north: Double) -> Place { Place(x: x + east, y: y + north) }

    fileprivate func toward(_ end: Place, _ share: Double) -> Place {
        Place(x: x + (end.x - x) * share, y: y + (end.y - y) * share)
    }

    fileprivate var coordinate: Coordinate {
        Coordinate(latitude: y, longitude: x - 360 * (x / 360).rounded())
    }
}
