import Geofencing
import Testing

/// The cell index against GEOS, on places chosen to be hard.
@Suite struct CellIndexOracleTests {
    private static let centers = [
        Place(x: -97.7, y: 30.3), Place(x: 0, y: 0), Place(x: 179.5, y: -17), Place(x: 13.4, y: 87.5),
    ]

    @Test(arguments: 0..<8)
    func `every answer is that of GEOS`(seed: UInt64) throws {
        var generator = SplitMix64(seed: 0xCE11 &+ seed)
        let center = Self.centers[Int(seed) % Self.centers.count]
        let fences = HardCases.fences(count: 40, around: center, &generator)
        let table = try FenceTable(fences)
        let index = CellIndex(table: table)
        let reference = try ReferenceIndex(table: table)
        let places = HardCases.places(index, count: HardCases.points / 8, &generator)
        let different = try HardCases.disagreements(index, reference, places)
        #expect(
            different.isEmpty,
            "seed \(seed): \(different.count) of \(places.count), first \(different.first as Any)"
        )
    }

    @Test func `without GEOS for uncertain signs some answers are wrong`() throws {
        var generator = SplitMix64(seed: 0xFA11)
        let fences = HardCases.fences(count: 40, around: Self.centers[0], &generator)
        let table = try FenceTable(fences)
        let index = CellIndex(table: table, fallback: .off)
        let reference = try ReferenceIndex(table: table)
        let places = HardCases.places(index, count: 20_000, &generator)
        #expect(try !HardCases.disagreements(index, reference, places).isEmpty)
    }

    @Test func `circles are covered as their exact test says, many on one place too`() throws {
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
        #expect(try HardCases.answers(index, places) == expected)
    }
}
