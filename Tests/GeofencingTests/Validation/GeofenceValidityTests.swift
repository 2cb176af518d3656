import TestSupport
import Testing

@testable import Geofencing

/// What a geofence in memory says of itself, and its repair, as a program of another module gets them.
@Suite struct GeofenceValidityTests {
    @Test func `findings agree with those of a file, without its file location`() throws {
        let polygons: [Geofence.Region] = [
            .polygon(try Polygon(corners: [(0, 0), (10, 10), (10, 1), (0, 10)])),
            .polygon(try Polygon(corners: [(-100, 0), (100, 0), (100, 5), (-100, 5)])),
            .polygon(try Polygon(corners: [(0, 0), (1, 0), (1, 1), (0, 1)])),
            .multiPolygon([
                try Polygon(corners: [(0, 0), (2, 0), (2, 2)]), try Polygon(corners: [(1, 0), (3, 0), (3, 3)]),
            ]),
        ]
        var codes: [[GeofenceFinding.Code]] = []
        for region in polygons {
            let fence = Geofence("f", region)
            var expected = try GeofenceFile(contents: fence.json().utf8, name: "f").findings()
            for index in expected.indices {
                let place = expected[index].location
                expected[index].location = InputLocation(
                    geofence: place.geofence,
                    ring: place.ring,
                    vertex: place.vertex
                )
            }
            #expect(try Geofence(json: fence.json()).findings() == expected)
            codes.append(try fence.findings().map(\.code))
        }
        #expect(codes == [[.selfIntersection], [.longEdge, .longEdge], [], [.overlappingPolygons]])
    }

    @Test func `faults that only a program can make are found too`() throws {
        let nowhere = Geofence("", .circle(center: Coordinate(latitude: 91, longitude: 0), radius: .meters(1)))
        #expect(
            try nowhere.findings().map(\.code.rawValue) == ["invalid_identifier", "invalid_coordinate", "swapped_axes"]
        )
        #expect(failure { try nowhere.repaired() }?.code == .invalidIdentifier)
        #expect(try Geofence("none", .multiPolygon([])).findings().map(\.code) == [.empty])
    }

    @Test func `an engine accepts any repaired geofence, or the repair throws the engine's error`() throws {
        let seed: UInt64 = 71
        var random = SplitMix64(seed: seed)
        var repaired = 0
        for round in 0..<300 {
            let (west, south) = (random.uniform(-200...200), random.uniform(-90...82))
            // What has too few corners, or is nowhere on the Earth, is no polygon to begin with.
            let rings = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in
                try? Polygon(
                    corners: (0..<Int.random(in: 3...8, using: &random)).map { _ in
                        let (x, y) = (Int.random(in: 0...8, using: &random), Int.random(in: 0...8, using: &random))
                        return ((west + Double(x)).remainder(dividingBy: 360), south + Double(y))
                    }
                )
            }
            let fence = Geofence("f", rings.count == 1 ? .polygon(rings[0]) : .multiPolygon(rings), name: "F")
            let refusal = failure { try GeofenceEngine([fence]) }
            do throws(GeofenceError) {
                let repair = try fence.repaired()
                #expect((repair.geofence == fence) == (refusal == nil), "seed \(seed), round \(round)")
                #expect(repair.geofence.name == "F" && repair.areaChange.isFinite, "seed \(seed), round \(round)")
                #expect(throws: Never.self, "seed \(seed), round \(round)") { try GeofenceEngine([repair.geofence]) }
                if refusal != nil { repaired += 1 }
            } catch {
                #expect(error == refusal, "seed \(seed), round \(round)")
            }
        }
        #expect(repaired > 50)
    }
}
