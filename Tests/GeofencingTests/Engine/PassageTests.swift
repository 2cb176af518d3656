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

@Suite struct PassageTests {
    private func square(_ id: Geofence.ID, west: Double = 0, south: Double = 0, size: Double = 1) throws -> Geofence {
        let (east, north) = (west + size, south + size)
        return Geofence(
            id,
            .polygon(
                try Polygon(
                    [west, east, east, west].enumerated().map { index, x in
                        Coordinate(latitude: index < 2 ? south : north, longitude: x)
                    }
                )
            )
        )
    }

    private func passages(
        _ fences: [Geofence],
        from start: (Double, Double),
        to end: (Double, Double)
    ) throws -> [Passage] {
        try GeofenceEngine(fences).passages(
            from: Coordinate(latitude: start.1, longitude: start.0),
            to: Coordinate(latitude: end.1, longitude: end.0)
        )
    }

    @Test func `entry and exit are fractions of the path`() throws {
        let found = try passages([square("a")], from: (-1, 0.5), to: (3, 0.5))
        #expect(found == [Passage("a", 0.25, 0.5)])
    }

    @Test func `a geofence that contains an end of the path is not passed through`() throws {
        #expect(try passages([square("a")], from: (0.5, 0.5), to: (3, 0.5)).isEmpty)
        #expect(try passages([square("a")], from: (-1, 0.5), to: (1, 0.5)).isEmpty)
    }

    @Test func `touching a corner is not a passage, but following an edge is`() throws {
        #expect(try passages([square("a")], from: (-1, 1), to: (1, -1)).isEmpty)
        #expect(try passages([square("a")], from: (-1, 1), to: (3, 1)) == [Passage("a", 0.25, 0.5)])
        // Two ways beside it.
        #expect(try passages([square("a")], from: (-1, 1.000001), to: (3, 1.000001)).isEmpty)
        let circle = Geofence("c", .circle(center: Coordinate(latitude: 0, longitude: 0), radius: .meters(100)))
        #expect(try passages([circle], from: (-1, 0.000905), to: (1, 0.000905)).isEmpty)
        #expect(try passages([circle], from: (-1, 0.000904), to: (1, 0.000904)).count == 1)
    }

    @Test func `a geofence is passed through each time the path enters`() throws {
        let horseshoe = try Polygon(
            [
                (0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (1, 1), (1, 3), (0, 3),
            ].map { Coordinate(latitude: $0.1, longitude: $0.0) }
        )
        let found = try passages([Geofence("u", .polygon(horseshoe))], from: (-1, 2), to: (4, 2))
        #expect(found.map { ($0.entry * 5).rounded() } == [1, 3])
        #expect(found.map { ($0.exit * 5).rounded() } == [2, 4])
    }

    @Test func `a path through a corner shared by two parts is one passage`() throws {
        let parts = try [square("a"), square("b", west: 1, south: 1)].compactMap { fence -> Polygon? in
            if case .polygon(let polygon) = fence.region { polygon } else { nil }
        }
        let found = try passages([Geofence("ab", .multiPolygon(parts))], from: (-1, -1), to: (3, 3))
        #expect(found == [Passage("ab", 0.25, 0.75)])
    }

    @Test func `the path takes the shorter way around the globe`() throws {
        let fences = try [square("near", west: 179.5), square("far", west: 0)]
        let found = try passages(fences, from: (179, 0.5), to: (-179, 0.5))
        #expect(found.map(\.geofence) == ["near"])
        #expect(found.allSatisfy { abs($0.entry - 0.25) < 1e-12 && abs($0.exit - 0.75) < 1e-12 })
    }

    @Test(arguments: [-300.0, -180, -91.5, 45, 179.75, 180])
    func `shifting everything in longitude changes no passage`(turn: Double) throws {
        func moved(_ x: Double) -> Double { remainderOf(x + turn) }
        func found(_ turn: (Double) -> Double) throws -> [Passage] {
            let square = try Polygon(
                [(0, 0), (1, 0), (1, 1), (0, 1)].map {
                    Coordinate(latitude: $0.1, longitude: turn($0.0))
                }
            )
            let circle = Coordinate(latitude: 0.3, longitude: turn(2))
            return try passages(
                [Geofence("a", .polygon(square)), Geofence("c", .circle(center: circle, radius: .kilometers(50)))],
                from: (turn(-1), 0.25),
                to: (turn(3), 0.75)
            )
        }
        let (here, there) = try (found { $0 }, found(moved))
        #expect(here.map(\.geofence) == ["a", "c"] && there.map(\.geofence) == ["a", "c"])
        for (one, other) in zip(here, there) {
            #expect(abs(one.entry - other.entry) < 1e-9 && abs(one.exit - other.exit) < 1e-9)
        }
    }

    private func remainderOf(_ degrees: Double) -> Double { degrees - 360 * (degrees / 360).rounded() }

    @Test func `added, changed and removed geofences take effect at once`() throws {
        let engine = try GeofenceEngine([square("a")])
        let (start, end) = (Coordinate(latitude: 0.5, longitude: -1), Coordinate(latitude: 0.5, longitude: 9))
        func ids() throws -> [Geofence.ID] { try engine.passages(from: start, to: end).map(\.geofence) }
        try engine.upsert(square("b", west: 2))
        #expect(try ids() == ["a", "b"])
        for number in 0..<200 { try engine.upsert(square(.init("many-\(number)"), west: 4, size: 2)) }
        #expect(try ids().count == 202)
        try engine.remove("a")
        try engine.upsert(square("b", west: 2, south: 5))
        #expect(try Set(ids()).isDisjoint(with: ["a", "b"]))
    }

    @Test func `a path of zero length has no passages`() throws {
        #expect(try passages([square("a")], from: (5, 5), to: (5, 5)).isEmpty)
    }

    @Test func `an invalid coordinate is an error`() throws {
        #expect(failure { try passages([], from: (0, 91), to: (0, 0)) }?.code == .invalidCoordinate)
    }
}

extension Passage {
    fileprivate init(_ geofence: Geofence.ID, _ entry: Double, _ exit: Double) {
        self.init(geofence: geofence, entry: entry, exit: exit)
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
