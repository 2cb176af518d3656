import GEOS
import Geofencing
import Testing

@Suite struct FenceValidatorAllTests {
    /// Rings of random corners: with few corners about half are valid, and some can be seen from their middle.
    private func fences(count: Int, seed: UInt64) throws -> [Geofence] {
        var generator = SplitMix64(seed: seed)
        return try (0..<count).map { number in
            let corners = (0..<(3 + Int(generator.next() % 5))).map { _ in
                // On a small grid, so that corners meet, edges overlap and three corners lie on a line.
                Coordinate(latitude: Double(generator.next() % 6), longitude: Double(generator.next() % 6))
            }
            guard Set(corners).count >= 3 else { return Geofence(.init("\(number)"), .multiPolygon([])) }
            return Geofence(.init("\(number)"), .polygon(try Polygon(corners)))
        }
    }

    @Test func `verdicts are those of GEOS, whatever the shortcut`() throws {
        let seed: UInt64 = 11
        let context = try Context()
        let fences = try fences(count: 5000, seed: seed)
        let findings = try FenceValidator.validateAll(fences, threads: 2)
        var valid = 0
        for (fence, findings) in zip(fences, findings) {
            guard case .polygon(let polygon) = fence.region else {
                #expect(findings.map(\.code) == [.empty])
                continue
            }
            let coordinates = polygon.exterior.flatMap { [$0.longitude, $0.latitude] }
            let geometry = try Geometry(
                polygon: coordinates,
                ringEnds: [polygon.exterior.count],
                context: context
            )
            let expected = try geometry.invalidity() == nil
            #expect(findings.isEmpty == expected, "seed \(seed), \(polygon.exterior)")
            valid += expected ? 1 : 0
        }
        #expect(valid > 500 && valid < 4500)
    }

    @Test func `findings come in the order of the geofences for any number of threads`() throws {
        let fences = try fences(count: 700, seed: 5)
        let locations = fences.indices.map { InputLocation(file: "f.geojson", feature: $0) }
        let one = try FenceValidator.validateAll(fences, at: locations, threads: 1)
        for threads in [3, .max, 0, -1] {
            #expect(try FenceValidator.validateAll(fences, at: locations, threads: threads) == one)
        }
        for (index, findings) in one.enumerated() {
            for finding in findings { #expect(finding.location.feature == index) }
        }
        #expect(try FenceValidator.validateAll([], threads: 0) == [])
    }
}
