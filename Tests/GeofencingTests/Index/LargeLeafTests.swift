import TestSupport
import Testing

@testable import Geofencing

@Suite struct LargeLeafTests {
    private static func rectangle(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) throws -> Polygon {
        try Polygon([
            Coordinate(latitude: y.lowerBound, longitude: x.lowerBound),
            Coordinate(latitude: y.lowerBound, longitude: x.upperBound),
            Coordinate(latitude: y.upperBound, longitude: x.upperBound),
            Coordinate(latitude: y.upperBound, longitude: x.lowerBound),
        ])
    }

    @Test func `thousands of belts and strips in a leaf are found`() throws {
        var generator = SplitMix64(seed: 21)
        var fences: [Geofence] = []
        for number in 0..<3000 {
            let (x, y) = (generator.uniform(-170...169), generator.uniform(-60...59))
            let width = [0, 1e-9, 1e-3, 0.1][number % 4] + 1e-7
            let shape =
                number % 2 == 0
                ? try Self.rectangle(-179...179, y...y + width) : try Self.rectangle(x...x + width, -80...80)
            fences.append(Geofence(.init("\(number)"), .polygon(shape)))
        }
        fences += HardCases.fences(count: 40, around: Place(x: 3, y: 3), &generator)
            .map { Geofence(.init("s\($0.id.rawValue)"), $0.region) }
        var limits = CellLimits()
        limits.leavesOfSmallIndex = 0
        let index = try HardCases.checkedIndex(of: fences, limits: limits, points: 20_000, seed: 21)
        #expect(index.statistics.mostPartials > 100)
        #expect(index.statistics.bytes < 400 * (index.table.coordinates.count / 2))
    }

    @Test(arguments: TestEffort.seeds(31, 32, 33, 34))
    func `polygons with holes or several parts and circles are found in a few large leaves`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var fences = HardCases.fences(count: 120, around: Place(x: 20, y: 20), &generator)
        fences += HardCases.circles(count: 100, named: "c", largest: 90_000, around: Place(x: 20, y: 20), &generator)
        var limits = CellLimits()
        limits.load = 4000
        limits.verticesPerLeaf = 2000
        limits.leavesOfSmallIndex = 0
        limits.verticesPerRootCell = 1000
        let points = TestEffort.share(of: 20_000)
        let index = try HardCases.checkedIndex(of: fences, limits: limits, points: points, seed: seed)
        #expect(index.statistics.mostPartials > 30)
    }

    @Test func `the boxes found around a position are those that contain it`() {
        var generator = SplitMix64(seed: 22)
        for count in [0, 1, 7, 8, 9, 64, 65, 1000] {
            let boxes = (0..<count).map { _ in
                let (x, y) = (Int16(generator.next() % 8000), Int16(generator.next() % 8000))
                let (width, height) = (Int16(generator.next() % 192), Int16(generator.next() % 192))
                return CellPartBox(lowX: x - 1, lowY: y - 1, highX: x + width, highY: y + height)
            }
            let nodes = CellPartBoxes.nodes(of: boxes)
            for _ in 0..<500 {
                let place = (x: Int16(generator.next() % 8192), y: Int16(generator.next() % 8192))
                var found: [Int] = []
                CellPartBoxes(parts: count).forEach(around: place, of: { nodes[$0] }) { found.append($0) }
                let expected = boxes.indices.filter {
                    boxes[$0].lowX <= place.x && boxes[$0].highX >= place.x && boxes[$0].lowY <= place.y
                        && boxes[$0].highY >= place.y
                }
                #expect(found == expected, "seed 22, \(count) boxes, \(place)")
            }
        }
    }
}
