import Testing

@testable import Geofencing

@Suite struct FenceMeasureTests {
    @Test(arguments: [UInt64(41), 42]) func `distances nearby are the geodesic ones to a decimeter, and bounds hold`(
        seed: UInt64
    ) throws {
        let fences = Array(MetroScenario(seed: seed, geofences: 60).geofences)
        let table = try FenceTable(fences)
        let tree = NearestTree(table: table)
        var scratch = NearestScratch()
        var random = SplitMix64(seed: seed)
        var compared = 0
        for slot in fences.indices {
            let box = table.boxes(ofFence: slot)[0]
            var clearance = Clearance()
            for _ in 0..<20 {
                let place = Coordinate(
                    latitude: Double.random(in: box.minY - 0.01...box.maxY + 0.01, using: &random),
                    longitude: Double.random(in: box.minX - 0.01...box.maxX + 0.01, using: &random)
                )
                // Outside is as good as inside for how far the boundary is.
                let exact = abs(
                    tree.distance(from: place, toFence: UInt32(slot), isInside: false, scratch: &scratch)
                )
                let near =
                    table.circle(ofFence: slot).map { abs($0.boundaryDistance(from: place)) }
                    ?? tree.nearDistance(from: place, toPolygon: UInt32(slot))
                if let near {
                    #expect(abs(near - exact) < 0.1, "seed \(seed), \(fences[slot].id)")
                    compared += 1
                }
                let bounds = clearance.bounds(at: place, isCovered: false)
                #expect(bounds.least <= exact && exact <= bounds.most, "seed \(seed), \(fences[slot].id)")
                clearance = Clearance(place, distance: exact)
            }
        }
        #expect(compared > 1000, "seed \(seed)")
    }
}
