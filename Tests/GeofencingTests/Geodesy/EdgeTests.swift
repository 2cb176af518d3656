import Foundation
import TestSupport
import Testing

@testable import Geofencing

@Suite struct EdgeTests {
    private static func edge(_ random: inout SplitMix64, length: Double) -> Edge {
        let (x, y) = (random.uniform(-180...180), random.uniform(-85...85))
        let (endX, endY) = (x + random.uniform(-length...length), y + random.uniform(-length...length))
        return Edge(startX: x, startY: y, endX: endX, endY: max(-89, min(89, endY)))
    }

    @Test(arguments: [0.001, 0.1, 5.6])
    func `isFarther never misjudges a near edge and detects every clearly farther one`(length: Double) {
        let seed: UInt64 = 0xED6E
        var random = SplitMix64(seed: seed)
        for number in 0..<4000 {
            let edge = Self.edge(&random, length: length)
            let share = random.uniform(-0.2...1.2)
            let reach = exp(random.uniform(-12...3))
            let place = EarthCentered(
                latitude: max(-90, min(90, edge.startY + share * (edge.endY - edge.startY) + reach)),
                longitude: edge.startX + share * (edge.endX - edge.startX) + random.uniform(-reach...reach)
            )
            let distance = edge.nearest(to: place).chordSquared.squareRoot()
            #expect(!edge.isFarther(than: distance + 1e-6, from: place), "seed \(seed), number \(number)")
            #expect(!edge.isFarther(than: .infinity, from: place))
            if distance > 10 {
                #expect(edge.isFarther(than: 0.8 * distance - 2, from: place), "seed \(seed), number \(number)")
            }
        }
    }

    @Test(arguments: [0.001, 0.1, 1, 5.6], [1e3, 1e5, 1e6, 1e7, 2e7])
    func `the distance to an edge agrees with dense sampling, near and far`(length: Double, most: Double) {
        let seed: UInt64 = 0xD157
        var random = SplitMix64(seed: seed)
        for number in 0..<TestEffort.share(of: 60) {
            let edge = Self.edge(&random, length: length)
            let middle = Coordinate(
                latitude: (edge.startY + edge.endY) / 2,
                longitude: Angle.normalized((edge.startX + edge.endX) / 2)
            )
            let azimuth = random.uniform(-180...180)
            // Half of the farthest are near the antipode.
            let least = most == 2e7 && number % 2 == 0 ? 1.98e7 : most / 10
            let place = Geodesic.direct(from: middle, azimuth: azimuth, distance: random.uniform(least...most))
            let nearest = edge.nearest(to: EarthCentered(place))
            let distance = edge.distance(from: place, nearest: nearest, below: .infinity)
            let (start, end) = ((x: edge.startX, y: edge.startY), (x: edge.endX, y: edge.endY))
            let sampled = Geodesic.sampledDistance(place, from: start, to: end)
            #expect(abs(distance - sampled) < 1e-5, "seed \(seed), number \(number): \(edge), \(place)")
        }
    }

    @Test func `the nearest of adjacent slanted strips agree with a full comparison`() throws {
        let seed: UInt64 = 0x57819
        var random = SplitMix64(seed: seed)
        let fences = try (0..<300).map { number in
            let (offset, width) = (random.uniform(0...0.5), random.uniform(1e-5...1e-3))
            let strip = try Polygon([
                Coordinate(latitude: 40 + offset, longitude: 9), Coordinate(latitude: 50 + offset, longitude: 19),
                Coordinate(latitude: 50 + offset + width, longitude: 19),
                Coordinate(latitude: 40 + offset + width, longitude: 9),
            ])
            return Geofence(.init(String(1000 + number)), .polygon(strip))
        }
        let tree = NearestTree(table: try FenceTable(fences))
        var scratch = NearestScratch()
        for _ in 0..<30 {
            let x = random.uniform(8...20)
            let place = Coordinate(latitude: 40 + (x - 9) + random.uniform(-0.3...0.9), longitude: x)
            var expected = (0..<UInt32(fences.count)).map { slot in
                NearestSlot(
                    slot: slot,
                    distance: tree.distance(from: place, toFence: slot, isInside: false, scratch: &scratch)
                )
            }
            expected.sort { ($0.distance, $0.slot) < ($1.distance, $1.slot) }
            tree.nearest(to: place, count: 3, covering: [], scratch: &scratch)
            #expect(scratch.found.map(\.slot) == expected.prefix(3).map(\.slot), "seed \(seed), \(place)")
        }
    }
}
