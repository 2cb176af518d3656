import Testing

@testable import Geofencing

@Suite struct CellIndexTests {
    private static func square(_ x: Double, _ y: Double, _ half: Double) throws -> Polygon {
        try Polygon([
            Coordinate(latitude: y - half, longitude: x - half), Coordinate(latitude: y - half, longitude: x + half),
            Coordinate(latitude: y + half, longitude: x + half), Coordinate(latitude: y + half, longitude: x - half),
        ])
    }

    @Test func `a table without geofences covers nothing`() throws {
        let index = CellIndex(table: try FenceTable([]))
        #expect(HardCases.answers(CellLookup(index), [Place(x: 0, y: 0), Place(x: -180, y: 90)]) == [[], []])
    }

    @Test func `a boundary belongs to its geofence, and a shared one to both neighbors`() throws {
        let fences = [
            Geofence("a", .polygon(try Self.square(0, 0, 1))), Geofence("b", .polygon(try Self.square(2, 0, 1))),
        ]
        let places = [Place(x: 1, y: 0), Place(x: -1, y: -1), Place(x: 3, y: 1), Place(x: 0, y: 0), Place(x: 9, y: 0)]
        let index = CellIndex(table: try FenceTable(fences))
        #expect(HardCases.answers(CellLookup(index), places) == [[0, 1], [0], [1], [0], []])
    }

    @Test func `the edges and vertices of a hole belong to the geofence, what is within does not`() throws {
        let yard = try Polygon(Self.square(0, 0, 2).exterior, holes: [Self.square(0, 0, 1).exterior])
        let table = try FenceTable([Geofence("yard", .polygon(yard))])
        let edge = [Place(x: 1, y: 0.25), Place(x: 1, y: 1), Place(x: -1, y: 1), Place(x: 0, y: -1)]
        let within = [Place(x: 1.0.nextDown, y: 0.25), Place(x: 0, y: (-1.0).nextUp), Place(x: 0, y: 0)]
        let expected: [[UInt32]] = edge.map { _ in [0] } + within.map { _ in [] }
        #expect(HardCases.answers(CellLookup(CellIndex(table: table)), edge + within) == expected)
        #expect(HardCases.answers(try ReferenceLookup(ReferenceIndex(table: table)), edge + within) == expected)
    }

    @Test func `a geofence of several overlapping parts is found once`() throws {
        let parts = [try Self.square(0, 0, 1), try Self.square(0.5, 0.5, 1), try Self.square(0, 0, 0.001)]
        let index = try HardCases.checkedIndex(of: [Geofence("a", .multiPolygon(parts))], seed: 1)
        #expect(HardCases.answers(CellLookup(index), [Place(x: 0.2, y: 0.2), Place(x: 0, y: 0)]) == [[0], [0]])
    }

    @Test func `many equal geofences are all found and take memory in proportion to their number`() throws {
        var generator = SplitMix64(seed: 2)
        let ring = HardCases.ring(
            &generator,
            center: Place(x: 10, y: 50),
            radius: 0.2,
            corners: 40,
            inner: 0.6,
            decimals: 6
        )
        let polygon = try Polygon(ring)
        let fences = (0..<200).map { Geofence(.init("\($0)"), .polygon(polygon)) }
        let index = try HardCases.checkedIndex(of: fences, points: 1000, seed: 2)
        #expect(index.statistics.bytes < 200 * (index.table.coordinates.count / 2) + 100_000)
        #expect(index.statistics.largestAnswer >= 200)
    }

    @Test(arguments: [1.0, -1])
    func `circles around a pole take memory in proportion to their number`(side: Double) throws {
        var generator = SplitMix64(seed: 5)
        let fences = (0..<2000).map { number in
            let latitude = side * (90 - generator.uniform(0...0.5))
            let center = Coordinate(latitude: latitude, longitude: generator.uniform(-180...180))
            let radius = Distance.meters(generator.uniform(50...2000))
            return Geofence(.init("\(number)"), .circle(center: center, radius: radius))
        }
        let table = try FenceTable(fences)
        let index = CellIndex(table: table)
        #expect(index.statistics.bytes < 4000 * fences.count)
        let places = (0..<500).map { _ in
            Place(x: generator.uniform(-180...179.999), y: side * (90 - generator.uniform(0...0.5)))
        }
        let expected = places.map { place in
            table.circles.filter { $0.circle.covers(x: place.x, y: place.y) }.map(\.fence)
        }
        #expect(HardCases.answers(CellLookup(index), places) == expected)
    }

    @Test func `nested geofences and one that covers the world are all found`() throws {
        var fences = try (0..<60).map { number in
            Geofence(.init("\(number)"), .polygon(try Self.square(7.3, 46.9, 2 / Double(1 << (number % 20)))))
        }
        let world = try Polygon([
            Coordinate(latitude: -90, longitude: -180), Coordinate(latitude: -90, longitude: 0),
            Coordinate(latitude: -90, longitude: 180), Coordinate(latitude: 90, longitude: 180),
            Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: 90, longitude: -180),
        ])
        fences.append(Geofence("world", .polygon(world)))
        let index = try HardCases.checkedIndex(of: fences, seed: 3)
        let answers = HardCases.answers(
            CellLookup(index),
            [Place(x: 7.3, y: 46.9), Place(x: -180, y: -90), Place(x: 0, y: 90)]
        )
        #expect(answers == [Array(0...60), [60], [60]])
    }

    @Test func `slivers thinner than a cell are found`() throws {
        var generator = SplitMix64(seed: 4)
        let fences = try (0..<80).map { number in
            let x = generator.uniform(0...1)
            let y = generator.uniform(0...1)
            let dx = generator.uniform(-0.5...0.5)
            let dy = generator.uniform(-0.5...0.5)
            let sliver = try Polygon([
                Coordinate(latitude: y, longitude: x), Coordinate(latitude: y + dy, longitude: x + dx),
                Coordinate(latitude: y + dy + 1e-8, longitude: x + dx - 1e-8),
            ])
            return Geofence(.init("\(number)"), .polygon(sliver))
        }
        _ = try HardCases.checkedIndex(of: fences, seed: 4)
    }

    @Test func `shifting all longitudes changes no answer`() throws {
        let step = 0x1p-10
        var generator = SplitMix64(seed: 5)
        let shapes = (0..<30).map { _ in
            (
                x: (generator.uniform(-180...180) / step).rounded() * step, y: generator.uniform(-80...80).rounded(),
                half: Double(1 + generator.next() % 9)
            )
        }
        let places = (0..<2000).map { _ in
            Place(
                x: (generator.uniform(-180...179) / step).rounded() * step,
                y: (generator.uniform(-89...89) / step).rounded() * step
            )
        }
        func wrapped(_ x: Double) -> Double { x >= 180 ? x - 360 : x < -180 ? x + 360 : x }
        func answers(shift: Double) throws -> [[UInt32]] {
            let fences = try shapes.enumerated().map { number, shape in
                Geofence(
                    .init("\(number)"),
                    .polygon(try Self.square(wrapped(shape.x + shift), shape.y, shape.half))
                )
            }
            let index = CellIndex(table: try FenceTable(fences))
            return HardCases.answers(CellLookup(index), places.map { Place(x: wrapped($0.x + shift), y: $0.y) })
        }
        let expected = try answers(shift: 0)
        for shift in [step, 90, 179.5, 180] { #expect(try answers(shift: shift) == expected, "shift \(shift)") }
    }

    @Test func `a walk with a memo gives the same answers as lookups without one`() throws {
        let seed: UInt64 = 6
        var generator = SplitMix64(seed: seed)
        var fences = HardCases.fences(count: 60, around: Place(x: 20, y: 20), &generator)
        fences += HardCases.circles(count: 200, named: "c", largest: 9000, around: Place(x: 20, y: 20), &generator)
        // A leaf with more partial geofences than a mask has bits.
        for number in 0..<40 { fences.append(Geofence(.init("d\(number)"), .polygon(try Self.square(20, 20, 0.5)))) }
        let index = CellIndex(table: try FenceTable(fences))
        var lookup = CellLookup(index)
        var hits = HitList()
        var fresh = HitList()
        var unchanged = 0
        for walk in 0..<20 {
            var memo = LookupMemo()
            var known: [UInt32] = []
            var x = generator.uniform(18...22)
            var y = generator.uniform(18...22)
            let pace = [1e-5, 1e-4, 1e-3, 0.3][walk % 4]
            for _ in 0..<1000 {
                x += generator.uniform(-pace...pace)
                y += generator.uniform(-pace...pace)
                if lookup.lookUp(x: x, y: y, memo: &memo, hits: &hits) {
                    known = hits.fences
                } else {
                    unchanged += 1
                }
                var none = LookupMemo()
                let isFresh = lookup.lookUp(x: x, y: y, memo: &none, hits: &fresh)
                #expect(isFresh)
                if known != fresh.fences {
                    Issue.record("seed \(seed), walk \(walk) at \(x), \(y): \(known) is not \(fresh.fences)")
                    return
                }
            }
        }
        #expect(unchanged > 3000)
    }
}
