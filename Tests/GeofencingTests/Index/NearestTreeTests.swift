import Foundation
import TestSupport
import Testing

@testable import Geofencing

@Suite struct NearestTreeTests {
    private static func table(_ regions: [Geofence.Region]) throws -> FenceTable {
        let digits = String(regions.count).count
        return try FenceTable(
            regions.enumerated().map { number, region in
                let text = String(number)
                return Geofence(Geofence.ID(String(repeating: "0", count: digits - text.count) + text), region)
            }
        )
    }

    /// Clusters of circles of mixed sizes, at poles and the antimeridian too.
    private static func circles(_ count: Int, _ random: inout SplitMix64) -> [Geofence.Region] {
        let centers = (0..<8).map { _ in CircleTests.center(&random) }
        return (0..<count).map { number in
            var center = CircleTests.center(&random)
            if number % 4 > 0, let middle = centers.randomElement(using: &random) {
                center = Geodesic.direct(
                    from: middle,
                    azimuth: random.uniform(-180...180),
                    distance: exp(random.uniform(2...12))
                )
            }
            return .circle(center: center, radius: .meters(exp(random.uniform(0...11))))
        }
    }

    private static func covering(_ table: FenceTable, _ place: Coordinate) -> [UInt32] {
        table.circles.filter { $0.circle.covers(x: place.longitude, y: place.latitude) }.map(\.fence)
    }

    @Test(arguments: [1, 3, 40]) func `the nearest circles agree with a full comparison`(count: Int) throws {
        let seed = UInt64(count)
        var random = SplitMix64(seed: seed)
        let regions = Self.circles(1500, &random)
        let table = try Self.table(regions)
        let tree = NearestTree(table: table)
        var scratch = NearestScratch()
        for _ in 0..<60 {
            var place = CircleTests.center(&random)
            if random.next() % 2 == 0, let entry = table.circles.randomElement(using: &random) {
                place = Geodesic.direct(
                    from: entry.circle.center,
                    azimuth: random.uniform(-180...180),
                    distance: entry.circle.radius * random.uniform(0...3)
                )
            }
            let expected = table.circles.map { entry in
                NearestSlot(
                    slot: entry.fence,
                    distance: entry.circle.center.distance(to: place).meters - entry.circle.radius
                )
            }.sorted { ($0.distance, $0.slot) < ($1.distance, $1.slot) }
            tree.nearest(to: place, count: count, covering: Self.covering(table, place), scratch: &scratch)
            #expect(scratch.found == Array(expected.prefix(count)), "seed \(seed), \(place)")
        }
    }

    /// A ring around a center with a radius in meters that changes from corner to corner.
    private static func star(
        _ center: Coordinate,
        radius: Double,
        corners: Int,
        _ random: inout SplitMix64
    ) -> [Coordinate] {
        (0..<corners).map { corner in
            Geodesic.direct(
                from: center,
                azimuth: 360 * Double(corner) / Double(corners),
                distance: radius * random.uniform(0.5...1)
            )
        }
    }

    /// The distance to a polygon's edges by sampling them densely and then more densely.
    private static func sampledDistance(_ table: FenceTable, slot: UInt32, _ place: Coordinate) -> Double {
        var nearest = Double.infinity
        for part in table.parts where part.fence == slot {
            for ring in table.rings(of: part) {
                for vertex in ring.edges {
                    let corners = Array(table.coordinates[2 * vertex..<2 * vertex + 4])
                    let (start, end) = ((x: corners[0], y: corners[1]), (x: corners[2], y: corners[3]))
                    nearest = min(nearest, Geodesic.sampledDistance(place, from: start, to: end))
                }
            }
        }
        return nearest
    }

    @Test func `the distance to a polygon agrees with dense sampling`() throws {
        let seed: UInt64 = 0x90176
        var random = SplitMix64(seed: seed)
        for _ in 0..<60 {
            var center = CircleTests.center(&random)
            let radius = exp(random.uniform(log(10)...log(1e6)))
            // A ring round a pole is closed over it, which is another test's matter.
            center.latitude *= max(0, min(1, (89.9 - radius / 110_000) / 90))
            let polygon = try Polygon(Self.star(center, radius: radius, corners: 3 + Int(random.next() % 5), &random))
            let table = try Self.table([.polygon(polygon)])
            let tree = NearestTree(table: table)
            var scratch = NearestScratch()
            for _ in 0..<4 {
                let place =
                    random.next() % 4 == 0
                    ? CircleTests.center(&random)
                    : Geodesic.direct(
                        from: center,
                        azimuth: random.uniform(-180...180),
                        distance: radius * random.uniform(0...3)
                    )
                let distance = tree.distance(from: place, toFence: 0, isInside: false, scratch: &scratch)
                let sampled = Self.sampledDistance(table, slot: 0, place)
                #expect(abs(distance - sampled) < 1e-5, "seed \(seed): \(polygon) \(place) \(sampled)")
            }
        }
    }

    @Test func `the distance to long edges agrees with dense sampling, even far away`() throws {
        let seed: UInt64 = 0xFA2
        var random = SplitMix64(seed: seed)
        let polygons: [[(Double, Double)]] = [
            [(-170, 60), (170, 60), (170, 75), (-170, 75)],
            [(-30, -80), (60, -85), (100, -60)],
            [(0, 0), (90, 45), (120, -45)],
            [(175, -10), (185, -10), (185, 10), (175, 10)],
            [(-1, 89), (1, 89), (1, 89.5), (-1, 89.5)],
        ]
        for corners in polygons {
            let polygon = try Polygon(corners: corners)
            let table = try Self.table([.polygon(polygon)])
            let tree = NearestTree(table: table)
            var scratch = NearestScratch()
            for _ in 0..<15 {
                let place = CircleTests.center(&random)
                let distance = tree.distance(from: place, toFence: 0, isInside: false, scratch: &scratch)
                let sampled = Self.sampledDistance(table, slot: 0, place)
                #expect(abs(distance - sampled) < 1e-5, "seed \(seed): \(corners) \(place) \(sampled)")
            }
        }
    }

    @Test func `from the other side of the Earth a polygon is no farther than its nearest vertex`() throws {
        let seed: UInt64 = 0xA27
        var random = SplitMix64(seed: seed)
        for latitude in [2.0, 31, 58] {
            let center = Coordinate(latitude: latitude, longitude: 20)
            let corners = (0..<240).map { corner in
                Geodesic.direct(from: center, azimuth: 1.5 * Double(corner), distance: 300_000)
            }
            let engine = try GeofenceEngine([Geofence("round", .polygon(try Polygon(corners)))])
            let antipode = Coordinate(latitude: -latitude, longitude: -160)
            for _ in 0..<60 {
                let place = Geodesic.direct(
                    from: antipode,
                    azimuth: random.uniform(-180...180),
                    distance: random.uniform(0...9e6)
                )
                let nearest = try #require(corners.map { $0.distance(to: place).meters }.min())
                let distance = try engine.distance(from: place, to: "round").meters
                #expect(distance <= nearest + 1e-3, "seed \(seed), \(place)")
            }
        }
    }

    @Test func `the nearest circles and polygons agree with a full comparison`() throws {
        let seed: UInt64 = 0x317
        var random = SplitMix64(seed: seed)
        var regions = Self.circles(100, &random)
        for _ in 0..<150 {
            var center = CircleTests.center(&random)
            center.latitude *= 0.9
            let radius = exp(random.uniform(log(100)...log(2e5)))
            let corners = 3 + Int(random.next() % 60)
            regions.append(.polygon(try Polygon(Self.star(center, radius: radius, corners: corners, &random))))
        }
        regions.shuffle(using: &random)
        let table = try Self.table(regions)
        let tree = NearestTree(table: table)
        var scratch = NearestScratch()
        for _ in 0..<40 {
            let place = CircleTests.center(&random)
            var inside: Set<UInt32> = Set(Self.covering(table, place))
            inside.formUnion((0..<5).map { _ in UInt32(random.next() % UInt64(regions.count)) })
            // Polygons are inside when the caller says so; circles know for themselves.
            for entry in table.circles where !entry.circle.covers(x: place.longitude, y: place.latitude) {
                inside.remove(entry.fence)
            }
            var expected: [NearestSlot] = []
            for slot in 0..<UInt32(regions.count) {
                let distance = tree.distance(
                    from: place,
                    toFence: slot,
                    isInside: inside.contains(slot),
                    scratch: &scratch
                )
                expected.append(NearestSlot(slot: slot, distance: distance))
            }
            expected.sort { ($0.distance, $0.slot) < ($1.distance, $1.slot) }
            for count in [12, 40, .max] {
                tree.nearest(to: place, count: count, covering: inside.sorted(), scratch: &scratch)
                #expect(scratch.found.map(\.slot) == expected.prefix(count).map(\.slot), "seed \(seed), \(place)")
                for (found, expected) in zip(scratch.found, expected) {
                    #expect(abs(found.distance - expected.distance) <= 1e-6 * abs(expected.distance))
                }
            }
        }
    }

    @Test(arguments: [1, 2, 5, 30, 50, .max])
    func `the deepest of overlapping geofences agree with a full comparison`(count: Int) throws {
        let seed = UInt64(0xDEE9 + min(count, 1000))
        var random = SplitMix64(seed: seed)
        func ring(_ corners: [(Double, Double)]) throws -> Polygon {
            try Polygon(corners.map { Coordinate(latitude: $0.0, longitude: $0.1) })
        }
        func box(_ south: Double, _ west: Double, _ north: Double, _ east: Double) throws -> Polygon {
            try ring([(south, west), (south, east), (north, east), (north, west)])
        }
        // The whole Earth, a belt around it, a cap on a pole, and one cut at the antimeridian.
        var regions: [Geofence.Region] = [
            .polygon(try box(-90, -180, 90, 180)), .polygon(try box(-10, -180, 10, 180)),
            .polygon(try ring((0..<12).map { (80, Double($0) * 30 - 180) })),
            .multiPolygon([try box(-2, 175, 3, 180), try box(-2, -180, 3, -178)]),
        ]
        let hubs = [(0.5, 20.0), (0.1, 179.9), (70.0, -40.0), (-45.0, 0.0)].map {
            Coordinate(latitude: $0.0, longitude: $0.1)
        }
        for hub in hubs {
            for number in 0..<40 {
                let center = Geodesic.direct(
                    from: hub,
                    azimuth: random.uniform(-180...180),
                    distance: random.uniform(0...2e4)
                )
                if number % 4 == 0 {
                    regions.append(.circle(center: center, radius: .meters(exp(random.uniform(log(1e3)...log(3e4))))))
                } else {
                    let corners = 3 + Int(random.next() % 200)
                    let radius = exp(random.uniform(log(1e3)...log(1e5)))
                    regions.append(.polygon(try Polygon(Self.star(center, radius: radius, corners: corners, &random))))
                }
            }
        }
        regions.shuffle(using: &random)
        let geofences = regions.enumerated().map { Geofence(Geofence.ID("\(1000 + $0)"), $1) }
        let engine = try GeofenceEngine(geofences)
        for number in 0..<TestEffort.share(of: 200) {
            let place = Geodesic.direct(
                from: hubs[number % hubs.count],
                azimuth: random.uniform(-180...180),
                distance: number < 20 ? random.uniform(0...1e7) : random.uniform(0...3e4)
            )
            let all = try geofences.map { (id: $0.id, distance: try engine.distance(from: place, to: $0.id)) }
            let expected = all.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }.prefix(count)
            let found = try engine.nearestGeofences(to: place, count: count)
            #expect(found.map(\.id) == expected.map(\.id), "seed \(seed), \(place)")
            #expect(found.map(\.distance) == expected.map(\.distance), "seed \(seed), \(place)")
        }
    }

    @Test func `the edges of a hole are part of the boundary`() throws {
        let square = [(0.0, 0.0), (0, 1), (1, 1), (1, 0)].map { Coordinate(latitude: $0.0, longitude: $0.1) }
        let hole = [(0.4, 0.4), (0.4, 0.6), (0.6, 0.6), (0.6, 0.4)].map {
            Coordinate(latitude: $0.0, longitude: $0.1)
        }
        let tree = NearestTree(table: try Self.table([.polygon(try Polygon(square, holes: [hole]))]))
        var scratch = NearestScratch()
        let place = Coordinate(latitude: 0.5, longitude: 0.39)
        let distance = tree.distance(from: place, toFence: 0, isInside: true, scratch: &scratch)
        #expect(abs(distance + place.distance(to: Coordinate(latitude: 0.5, longitude: 0.4)).meters) < 1e-3)
    }

    @Test func `a position on the boundary is at distance 0`() throws {
        let square = [(10.0, 10.0), (10, 11), (11, 11), (11, 10)].map { Coordinate(latitude: $0.0, longitude: $0.1) }
        let tree = NearestTree(table: try Self.table([.polygon(try Polygon(square))]))
        var scratch = NearestScratch()
        for place in [(10.0, 10.5), (10.25, 11.0), (11.0, 11.0)] {
            let coordinate = Coordinate(latitude: place.0, longitude: place.1)
            let distance = tree.distance(from: coordinate, toFence: 0, isInside: true, scratch: &scratch)
            #expect(abs(distance) < 1e-6)
        }
    }

    /// A region of 179.99° to -179.99° as it is whole, and in other forms that are cut at the antimeridian.
    @Test(arguments: [
        // The sides have other vertices.
        [
            [(179.99, 0.0), (180, 0), (180, 0.02), (179.99, 0.02)],
            [(-180, 0), (-179.99, 0), (-179.99, 0.02), (-180, 0.02), (-180, 0.01)],
        ],
        [
            [(179.99, 0), (180, 0), (180, 0.005), (180, 0.02), (179.99, 0.02)],
            [(-180, 0), (-179.99, 0), (-179.99, 0.02), (-180, 0.02), (-180, 0.01)],
        ],
    ])
    func `a seam is not a boundary, wherever its sides have vertices`(parts: [[(Double, Double)]]) throws {
        let whole = try Polygon(corners: [(179.99, 0), (180.01, 0), (180.01, 0.02), (179.99, 0.02)])
        let engine = try GeofenceEngine([
            Geofence("whole", .polygon(whole)),
            Geofence("cut", .multiPolygon(try parts.map { try Polygon(corners: $0) })),
        ])
        var random = SplitMix64(seed: 61)
        for number in 0..<200 {
            let x = number < 20 ? 180 : Double.random(in: 179.98...180.02, using: &random)
            let place = Coordinate(
                latitude: Double.random(in: -0.01...0.03, using: &random),
                longitude: x > 180 ? x - 360 : x
            )
            let found = try engine.nearestGeofences(to: place, count: 2)
            #expect(abs(found[0].distance.meters - found[1].distance.meters) < 1e-6, "\(place): \(found)")
        }
    }

    @Test func `no vertices are added on meridians that are not a seam`() throws {
        // As wide as the Earth, with a comb whose teeth share a meridian to the millionth of a degree.
        let teeth = (0..<500).flatMap { tooth in
            let x = 10 + Double(tooth) * 4e-11
            return [
                (x, 0.1), (x, 0.2 + Double(tooth) * 1e-4), (x + 2e-11, 0.2 + Double(tooth) * 1e-4), (x + 2e-11, 0.1),
            ]
        }
        let comb = try Polygon(corners: [(9.9, 0.0), (9.9, 0.1)] + teeth + [(10.1, 0.1), (10.1, 0)])
        let sides = [
            try Polygon(corners: [(179.9, 0), (180, 0), (180, 0.1), (179.9, 0.1)]),
            try Polygon(corners: [(-180, 0), (-179.9, 0), (-179.9, 0.1), (-180, 0.1), (-180, 0.05)]),
        ]
        let table = try Self.table([.multiPolygon(sides + [comb])])
        // Those of the comb, of the sides, and one more at the antimeridian.
        #expect(table.coordinates.count / 2 < 2030)
    }

    @Test func `only the part of a seam that both sides share is not a boundary`() throws {
        let step = try Polygon(corners: [
            (179.99, 0), (180, 0), (180.01, 0), (180.01, 0.015), (180, 0.015), (180, 0.02), (179.99, 0.02),
        ])
        let cut = [
            try Polygon(corners: [(179.99, 0), (180, 0), (180, 0.02), (179.99, 0.02)]),
            try Polygon(corners: [(-180, 0), (-179.99, 0), (-179.99, 0.015), (-180, 0.015)]),
        ]
        let engine = try GeofenceEngine([Geofence("step", .polygon(step)), Geofence("cut", .multiPolygon(cut))])
        for latitude in stride(from: -0.01, through: 0.03, by: 0.0013) {
            for longitude in [179.98, 179.995, 179.9999, 180, -179.9999, -179.995, -179.98] {
                let place = Coordinate(latitude: latitude, longitude: longitude)
                let found = try engine.nearestGeofences(to: place, count: 2)
                #expect(abs(found[0].distance.meters - found[1].distance.meters) < 1e-6, "\(place): \(found)")
            }
        }
    }

    @Test func `the seam of a polygon cut at the antimeridian is not a boundary`() throws {
        func square(_ west: Double, _ east: Double) throws -> Polygon {
            try Polygon(
                [(-1.0, west), (-1, east), (1, east), (1, west)].map { Coordinate(latitude: $0.0, longitude: $0.1) }
            )
        }
        let cut = try Self.table([.multiPolygon([square(178, 180), square(-180, -178)])])
        let whole = try Self.table([.polygon(square(178, 182))])
        var scratch = NearestScratch()
        for longitude in [-180, -179.5, 179.999] {
            let place = Coordinate(latitude: 0.1, longitude: longitude)
            let distance = NearestTree(table: cut).distance(from: place, toFence: 0, isInside: true, scratch: &scratch)
            let expected = NearestTree(table: whole).distance(
                from: place,
                toFence: 0,
                isInside: true,
                scratch: &scratch
            )
            #expect(abs(distance - expected) < 1e-6)
            #expect(distance < -50_000)
        }
    }

    @Test func `the distance to a ring around a pole is measured to the ring, not to the pole`() throws {
        let ring = (0..<12).map { Coordinate(latitude: 80, longitude: Double($0) * 30 - 180) }
        let tree = NearestTree(table: try Self.table([.polygon(try Polygon(ring))]))
        var scratch = NearestScratch()
        let pole = Coordinate(latitude: 90, longitude: 0)
        let distance = tree.distance(from: pole, toFence: 0, isInside: true, scratch: &scratch)
        #expect(abs(distance + pole.distance(to: Coordinate(latitude: 80, longitude: 0)).meters) < 1e-3)
    }

    @Test(arguments: [-89.0, -80], [0.0, 179.9])
    func `the larger of two caps over the south pole is the nearest`(latitude: Double, longitude: Double) throws {
        func cap(_ edge: Double) throws -> Geofence.Region {
            .polygon(try Polygon((0..<24).map { Coordinate(latitude: edge, longitude: Double($0) * 15 - 180) }))
        }
        // The smaller one comes first where nothing is known of either.
        let engine = try GeofenceEngine([Geofence("a", cap(-75)), Geofence("b", cap(-50))])
        let place = Coordinate(latitude: latitude, longitude: longitude)
        let nearest = try engine.nearestGeofences(to: place, count: 1)
        #expect(nearest.map(\.id) == ["b"])
        #expect(nearest.map(\.distance) == [try engine.distance(from: place, to: "b")])
    }

    @Test func `inside a polygon of the whole Earth the boundary is at the longest distance`() throws {
        let corners = [(-90.0, -180.0), (-90, 180), (90, 180), (90, -180)]
        let earth = try Polygon(corners.map { Coordinate(latitude: $0.0, longitude: $0.1) })
        let tree = NearestTree(table: try Self.table([.polygon(earth)]))
        var scratch = NearestScratch()
        let place = Coordinate(latitude: 12, longitude: 34)
        tree.nearest(to: place, count: 1, covering: [0], scratch: &scratch)
        #expect(scratch.found == [NearestSlot(slot: 0, distance: -WGS84.longestDistance)])
    }

    @Test func `an empty table has no nearest geofence`() throws {
        var scratch = NearestScratch()
        NearestTree(table: try Self.table([])).nearest(
            to: Coordinate(latitude: 0, longitude: 0),
            count: 3,
            covering: [],
            scratch: &scratch
        )
        #expect(scratch.found.isEmpty)
    }
}
