import Foundation
import TestSupport
import Testing

@testable import Geofencing

@Suite struct GeodesicTests {
    /// One line of data/vectors/geodesic.txt.
    private struct Line {
        var start: Coordinate
        var end: Coordinate
        var initialAzimuth: Double
        var finalAzimuth: Double
        var distance: Double
    }

    private static func referenceLines() throws -> [Line] {
        let text = try Project.text(of: "data/vectors/geodesic.txt")
        return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let numbers = try line.split(separator: " ").map { try #require(Double($0)) }
            try #require(numbers.count == 7)
            return Line(
                start: Coordinate(latitude: numbers[0], longitude: numbers[1]),
                end: Coordinate(latitude: numbers[3], longitude: numbers[4]),
                initialAzimuth: numbers[2],
                finalAzimuth: numbers[5],
                distance: numbers[6]
            )
        }
    }

    @Test func `the inverse problem agrees with the reference lines within 1 micrometer`() throws {
        let lines = try Self.referenceLines()
        #expect(lines.count >= 500)
        for line in lines {
            let distance = line.start.distance(to: line.end).meters
            #expect(abs(distance - line.distance) < 1e-6, "\(line)")
            let back = line.end.distance(to: line.start).meters
            #expect(abs(back - distance) < 1e-7, "\(line)")
        }
    }

    @Test func `no distance exceeds its bound`() throws {
        for line in try Self.referenceLines() {
            #expect(line.start.distanceBound(to: line.end) >= line.distance - 1e-6, "\(line)")
            let beyond = Coordinate(latitude: -line.end.latitude, longitude: line.end.longitude)
            let distance = line.start.distance(to: beyond).meters
            #expect(line.start.distanceBound(to: beyond) >= distance - 1e-6, "\(line)")
        }
    }

    @Test func `the azimuths agree with the reference lines where the geodesic is unique`() throws {
        // 1 µm across the line at its far end is the same demand as on its length.
        for line in try Self.referenceLines() where line.distance > 1 && line.distance < 19_900_000 {
            let (start, end) = (line.start, line.end)
            let path = Geodesic.solveInverse(start.latitude, start.longitude, end.latitude, end.longitude)
            let tolerance = 1e-9 + 1e-6 / line.distance * 180 / .pi
            #expect(abs(remainder(path.start.degrees - line.initialAzimuth, 360)) < tolerance, "\(line)")
            #expect(abs(remainder(path.end.degrees - line.finalAzimuth, 360)) < tolerance, "\(line)")
        }
    }

    @Test func `the direct problem agrees with the reference lines within 1 micrometer`() throws {
        for line in try Self.referenceLines() {
            let end = Geodesic.direct(from: line.start, azimuth: line.initialAzimuth, distance: line.distance)
            #expect(end.isValid)
            #expect(end.distance(to: line.end).meters < 1e-6, "\(line) ended at \(end)")
        }
    }

    @Test func `coincident positions are 0 apart`() {
        for latitude in stride(from: -90.0, through: 90, by: 7.5) {
            for longitude in stride(from: -180.0, through: 180, by: 22.5) {
                let place = Coordinate(latitude: latitude, longitude: longitude)
                #expect(place.distance(to: place).meters == 0)
            }
        }
        #expect(
            Coordinate(latitude: 12, longitude: -180).distance(to: Coordinate(latitude: 12, longitude: 180)).meters == 0
        )
        #expect(
            Coordinate(latitude: 90, longitude: 5).distance(to: Coordinate(latitude: 90, longitude: -77)).meters == 0
        )
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `the distance to a position that is not finite is NaN`(value: Double) {
        let place = Coordinate(latitude: 1, longitude: 2)
        for other in [Coordinate(latitude: value, longitude: 2), Coordinate(latitude: 1, longitude: value)] {
            #expect(place.distance(to: other).meters.isNaN && other.distance(to: place).meters.isNaN)
            #expect(place.greatCircleDistance(to: other).meters.isNaN)
            #expect(other.greatCircleDistance(to: place).meters.isNaN)
        }
    }

    @Test func `the longest distance is half a meridian`() {
        let poles = Coordinate(latitude: 90, longitude: 0).distance(to: Coordinate(latitude: -90, longitude: 120))
        #expect(abs(poles.meters - WGS84.longestDistance) < 1e-6)
        #expect(poles.meters <= WGS84.longestDistance)
        let equator = Coordinate(latitude: 0, longitude: 0).distance(to: Coordinate(latitude: 0, longitude: 180))
        #expect(abs(equator.meters - WGS84.longestDistance) < 1e-6)
    }

    @Test func `the great-circle distance is close to the geodesic`() {
        let berlin = Coordinate(latitude: 52.52, longitude: 13.405)
        let lisbon = Coordinate(latitude: 38.7223, longitude: -9.1393)
        let geodesic = berlin.distance(to: lisbon).meters
        #expect(abs(berlin.greatCircleDistance(to: lisbon).meters / geodesic - 1) < 0.006)
        #expect(berlin.greatCircleDistance(to: berlin).meters == 0)
        let quarter = Coordinate(latitude: 0, longitude: 0).greatCircleDistance(
            to: Coordinate(latitude: 90, longitude: 0)
        )
        #expect(abs(quarter.meters - 6_371_008.771 * .pi / 2) < 1e-6)
    }
}
