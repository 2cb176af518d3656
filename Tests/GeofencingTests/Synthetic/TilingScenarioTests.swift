import Geofencing
import Testing

@Suite struct TilingScenarioTests {
    private static let scenario = TilingScenario(seed: 7, columns: 8, rows: 6)

    @Test func `the full tiling has 40,000 tiles of 97 vertices`() throws {
        let full = TilingScenario(seed: 7)
        #expect(full.geofences.count == 40_000)
        for number in [0, 199, 20_100, 39_999] {
            let rings = full.geofence(number).region.polygons.map(\.exterior)
            #expect(rings.map(\.count) == [97])
            for ring in rings { #expect(RingCrossings(ring).first() == nil) }
        }
        #expect(full.geofence(39_999).id == "tile-0040000")
    }

    @Test func `seed 7 gives these very bits on every platform`() {
        var checksum = Checksum()
        for geofence in Self.scenario.geofences { checksum.add(geofence) }
        checksum.add(JaggedPolygon.geofence(seed: 7, vertices: 1001))
        #expect(checksum.value == 0xAD85_35B5_82C9_9229)
    }

    @Test func `no tile touches itself`() {
        #expect(Self.rings.count == 48)
        for ring in Self.rings {
            #expect(RingCrossings(ring).first() == nil)
        }
    }

    @Test func `each inner edge belongs to exactly two tiles, in opposite directions`() {
        var edges: [[Coordinate]: Int] = [:]
        for ring in Self.rings {
            for (start, end) in zip(ring, ring.dropFirst()) { edges[[start, end], default: 0] += 1 }
        }
        #expect(edges.values.allSatisfy { $0 == 1 })
        let alone = edges.keys.count { edges[[$0[1], $0[0]]] == nil }
        #expect(alone == 2 * (8 + 6) * 24)
    }

    @Test func `the areas of the tiles add up to the area of the box`() {
        let area = Self.rings.reduce(0.0) { sum, ring in
            sum
                + zip(ring, ring.dropFirst()).reduce(0.0) { part, edge in
                    part
                        + ((edge.0.longitude + 122) * (edge.1.latitude - 38) - (edge.1.longitude + 122)
                            * (edge.0.latitude - 38))
                        / 2
                }
        }
        #expect(abs(area - 1) < 1e-12)
    }

    @Test func `a jagged polygon has the requested vertices and does not touch itself`() {
        for count in [8, 1001, 20_000] {
            let rings = JaggedPolygon.geofence(seed: 7, vertices: count).region.polygons.map(\.exterior)
            #expect(rings.map(\.count) == [count + 1])
            for ring in rings { #expect(RingCrossings(ring).first() == nil) }
        }
    }

    private static let rings: [[Coordinate]] = scenario.geofences.flatMap { $0.region.polygons.map(\.exterior) }
}
