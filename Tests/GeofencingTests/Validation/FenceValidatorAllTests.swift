import GEOS
import Testing

@testable import Geofencing

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

    @Test func `verdicts agree with GEOS, even where a shortcut is taken`() throws {
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
            let flat = FlatPolygon(coordinates: coordinates, ringEnds: [polygon.exterior.count])
            let geometry = try Geometry(flat, context: context)
            let expected = try geometry.invalidity() == nil
            #expect(findings.isEmpty == expected, "seed \(seed), \(polygon.exterior)")
            valid += expected ? 1 : 0
        }
        #expect(valid > 500 && valid < 4500)
    }

    @Test func `findings are in the order of the geofences for any number of threads`() throws {
        let fences = try fences(count: 700, seed: 5)
        var locations = InputLocations()
        for number in fences.indices { locations.append(InputLocation(file: "f.geojson", feature: number)) }
        let one = try FenceValidator.validateAll(fences, at: locations, threads: 1)
        for threads in [3, .max, 0, -1] {
            #expect(try FenceValidator.validateAll(fences, at: locations, threads: threads) == one)
        }
        for (index, findings) in one.enumerated() {
            for finding in findings { #expect(finding.location.feature == index) }
        }
        #expect(try FenceValidator.validateAll([], threads: 0) == [])
    }

    @Test(arguments: [
        ([0.15, 0.9], 1), ([0.15, 1], 0), ([0.15], 0), ([2e6, 1.5e6], 1), ([2e6, 150], 0), ([], 0),
    ])
    func `circles that are all too small or too large suggest wrong units`(radii: [Double], count: Int) throws {
        var read = ReadGeofences()
        let square = try Polygon([(0, 0), (0, 1), (1, 1)].map { Coordinate(latitude: $0, longitude: $1) })
        read.append(Geofence("square", .polygon(square)), at: InputLocation(line: 1))
        for (number, radius) in radii.enumerated() {
            let circle = Geofence.Region.circle(
                center: Coordinate(latitude: 1, longitude: Double(number)),
                radius: .meters(radius)
            )
            read.append(Geofence("\(number)", circle), at: InputLocation(line: number + 2))
        }
        let found = try FenceSurvey(read, threads: 1).findings.filter { $0.code == .unlikelyRadii }
        #expect(found.count == count)
        #expect(found.allSatisfy { $0.location.line == 2 && $0.severity == .warning })
    }

    @Test func `a geofence whose axes are exchanged is found among others that are near one another`() throws {
        let berlin = (0..<40).map {
            Coordinate(latitude: 52.3 + Double($0) * 0.01, longitude: 13.1 + Double($0) * 0.01)
        }
        let square = try Polygon(
            [(13.1, 52.2), (13.1, 52.3), (13.2, 52.3)].map { Coordinate(latitude: $0, longitude: $1) }
        )
        let exchanged = [
            Geofence("circle", .circle(center: Coordinate(latitude: 13.4, longitude: 52.5), radius: .meters(50))),
            Geofence("square", .polygon(square)), Geofence("squares", .multiPolygon([square])),
        ]
        #expect(try swapped(circles(at: berlin) + exchanged) == ["circle", "square", "squares"])
        // Neither in range with its axes exchanged, nor among the others then, nor far from them as it is.
        let sydney = Coordinate(latitude: -33.9, longitude: 151.2)
        let suburb = Coordinate(latitude: 52.1, longitude: 12.9)
        #expect(try swapped(circles(at: berlin + [sydney, suburb, Coordinate(latitude: 48, longitude: 11)])) == [])
    }

    @Test func `geofences that are few, or far from one another, do not make any look exchanged`() throws {
        let place = Coordinate(latitude: 13.2, longitude: 52.4)
        let near = (0..<40).map { Coordinate(latitude: 52.3 + Double($0) * 0.01, longitude: 13.1 + Double($0) * 0.01) }
        let wide = (0..<40).map { Coordinate(latitude: 52.3, longitude: Double($0) * 0.5) }
        #expect(try swapped(circles(at: near.prefix(18) + [place])) == [])
        #expect(try swapped(circles(at: near.prefix(19) + [place])) == ["19"])
        #expect(try swapped(circles(at: wide + [place])) == [])
        #expect(try swapped([]) == [])
    }

    private func circles(at places: [Coordinate]) -> [Geofence] {
        places.enumerated().map { Geofence("\($0)", .circle(center: $1, radius: .meters(50))) }
    }

    /// Returns the geofences that look as if their axes were exchanged.
    private func swapped(_ geofences: [Geofence]) throws -> [String] {
        var read = ReadGeofences()
        for (number, geofence) in geofences.enumerated() { read.append(geofence, at: InputLocation(line: number + 1)) }
        let found = try FenceSurvey(read, threads: 1).findings.filter { $0.code == .swappedAxes }
        #expect(
            found.allSatisfy {
                $0.severity == .warning && geofences[($0.location.line ?? 0) - 1].id.rawValue == $0.location.geofence
            }
        )
        return found.compactMap(\.location.geofence)
    }
}
