import Testing

@testable import Geofencing

/// The cell index against GEOS, on places chosen to be hard.
@Suite struct CellIndexOracleTests {
    private static let centers = [
        Place(x: -97.7, y: 30.3), Place(x: 0, y: 0), Place(x: 179.5, y: -17), Place(x: 13.4, y: 87.5),
    ]

    @Test(arguments: 0..<8)
    func `every answer agrees with GEOS`(seed: UInt64) throws {
        var generator = SplitMix64(seed: 0xCE11 &+ seed)
        let center = Self.centers[Int(seed) % Self.centers.count]
        let fences = HardCases.fences(count: 40, around: center, &generator)
        let table = try FenceTable(fences)
        let index = CellIndex(table: table)
        let reference = try ReferenceIndex(table: table)
        let places = HardCases.places(index, count: HardCases.points / 8, &generator)
        let different = try HardCases.disagreements(CellLookup(index), ReferenceLookup(reference), places)
        #expect(
            different.isEmpty,
            "seed \(seed): \(different.count) of \(places.count), first \(different.first as Any)"
        )
    }

    @Test(arguments: [2, 4])
    func `an index built by several threads agrees with GEOS`(threads: Int) throws {
        var generator = SplitMix64(seed: 0x7EAD)
        let table = try FenceTable(Array(MetroScenario(seed: 0x7EAD, geofences: 1000).geofences))
        let index = CellIndex(table: table, threads: threads)
        let places = HardCases.places(index, count: HardCases.points / 8, &generator)
        #expect(
            try HardCases.disagreements(CellLookup(index), ReferenceLookup(ReferenceIndex(table: table)), places)
                .isEmpty
        )
    }

    @Test func `the index is rebuilt when a thread runs out of room`() throws {
        var generator = SplitMix64(seed: 0xA2EA)
        let table = try FenceTable(Array(MetroScenario(seed: 0x7EAD, geofences: 150).geofences))
        var limits = CellLimits()
        limits.leavesOfSmallIndex = .max
        let index = CellIndex(table: table, limits: limits, threads: 2)
        let vertices = table.coordinates.count / 2
        #expect(index.statistics.leafBytes > 2 * 4 * 8 * vertices, "otherwise there was room enough")
        let places = HardCases.places(index, count: 2000, &generator)
        #expect(
            try HardCases.disagreements(CellLookup(index), ReferenceLookup(ReferenceIndex(table: table)), places)
                .isEmpty
        )
    }

    @Test func `without GEOS for uncertain signs some answers are wrong`() throws {
        var generator = SplitMix64(seed: 0xFA11)
        let fences = HardCases.fences(count: 40, around: Self.centers[0], &generator)
        let table = try FenceTable(fences)
        let index = CellIndex(table: table, asksGEOS: false)
        let reference = try ReferenceIndex(table: table)
        let places = HardCases.places(index, count: 20_000, &generator)
        #expect(try !HardCases.disagreements(CellLookup(index), ReferenceLookup(reference), places).isEmpty)
    }

    @Test func `circles are found where their exact test covers, even many at one position`() throws {
        var generator = SplitMix64(seed: 0xC1)
        let fences = (0..<400).map { number in
            let center = Coordinate(
                latitude: number % 5 == 0 ? generator.uniform(-90...90) : generator.uniform(40...40.2),
                longitude: number % 7 == 0 ? 180 - generator.uniform(0...0.2) : generator.uniform(9...9.2)
            )
            let radius = number % 50 == 0 ? generator.uniform(1e5...4e6) : generator.uniform(1...5000)
            return Geofence(.init("\(number)"), .circle(center: center, radius: .meters(radius)))
        }
        let table = try FenceTable(fences)
        let index = CellIndex(table: table)
        var places: [Place] = []
        for number in 0..<(HardCases.points / 4) {
            if number % 3 == 0 {
                places.append(Place(x: generator.uniform(-180...179.999), y: generator.uniform(-90...90)))
                continue
            }
            // Near a circle's rim.
            let circle = table.circles[Int(generator.next() % 400)].circle
            let box = circle.boxes[0]
            let share = generator.uniform(0...1)
            let x = number % 2 == 0 ? box.minX + share * (box.maxX - box.minX) : box.maxX - 1e-9 * share
            let y = number % 2 == 0 ? box.maxY - 1e-9 * share : box.minY + share * (box.maxY - box.minY)
            places.append(Place(x: min(max(x, -180), 179.999_999), y: y))
        }
        let expected = places.map { place in
            table.circles.filter { $0.circle.covers(x: place.x, y: place.y) }.map(\.fence)
        }
        #expect(HardCases.answers(CellLookup(index), places) == expected)
    }

    @Test func `edges within the padding of a cell's corner agree with GEOS`() throws {
        var generator = SplitMix64(seed: 0xC0)
        let far = [Place(x: -1, y: -1), Place(x: 1, y: 1)]
        let anchors = try far.enumerated().map { number, place in
            let corner = Coordinate(latitude: place.y, longitude: place.x)
            return Geofence(
                .init("anchor \(number)"),
                .polygon(
                    try Polygon([
                        corner, Coordinate(latitude: place.y * 0.999, longitude: place.x),
                        Coordinate(latitude: place.y, longitude: place.x * 0.999),
                    ])
                )
            )
        }
        // The grid depends on the extent of the geofences alone.
        let grid = CellIndex(table: try FenceTable(anchors)).grid
        var fences = anchors
        var places: [Place] = []
        for number in 0..<300 {
            let level = 7 + number % 3
            let side = grid.side(level: level)
            let cells = Int(1.6 / side)
            let column = 10 + Int(generator.next() % UInt64(cells))
            let row = 10 + Int(generator.next() % UInt64(cells))
            let x = grid.edgeX(column: column, level: level) + generator.uniform(-8e-9...8e-9)
            let y = grid.edgeY(row: row, level: level) + generator.uniform(-8e-9...8e-9)
            let dx = generator.uniform(-2...2) * side
            let dy = generator.uniform(-2...2) * side
            let polygon = try Polygon([
                Coordinate(latitude: y - dy, longitude: x - dx),
                Coordinate(latitude: y + 0.7 * dy, longitude: x + 0.7 * dx),
                Coordinate(
                    latitude: y + generator.uniform(-2...2) * side,
                    longitude: x + generator.uniform(-2...2) * side
                ),
            ])
            fences.append(Geofence(.init("\(number)"), .polygon(polygon)))
            for _ in 0..<40 {
                places.append(
                    Place(x: x + generator.uniform(-1...1) * side, y: y + generator.uniform(-1...1) * side)
                )
            }
        }
        let table = try FenceTable(fences)
        let index = CellIndex(table: table)
        #expect(index.grid.edgeX(column: 77, level: 9) == grid.edgeX(column: 77, level: 9))
        #expect(
            try HardCases.disagreements(CellLookup(index), ReferenceLookup(ReferenceIndex(table: table)), places)
                .isEmpty
        )
    }

    @Test func `a batch gives the same answers as single lookups`() throws {
        var generator = SplitMix64(seed: 0xBA)
        let fences = HardCases.fences(count: 50, around: Self.centers[0], &generator)
        let index = CellIndex(table: try FenceTable(fences))
        let places = HardCases.places(index, count: 10_000, &generator) + [Place(x: 179, y: -80)]
        var lookup = CellLookup(index)
        var batch = HitBatch()
        let xs = places.map(\.x)
        let ys = places.map(\.y)
        lookup.lookUp(xs: xs.span, ys: ys.span, batch: &batch)
        #expect(batch.count == places.count)
        let alone = HardCases.answers(CellLookup(index), places)
        #expect((0..<batch.count).map { Array(batch.fences[batch[$0]]) } == alone)
        // Of any size, whatever was looked up before: groups of 64 take turns in the same memory.
        var first = 0
        for count in [0, 1, 63, 64, 65, 127, 128, 129, 2, 200, 0, 64, 3] {
            let range = first..<first + count
            lookup.lookUp(xs: Array(xs[range]).span, ys: Array(ys[range]).span, batch: &batch)
            #expect((0..<batch.count).map { Array(batch.fences[batch[$0]]) } == Array(alone[range]), "\(count) places")
            first += count
        }
    }
}
