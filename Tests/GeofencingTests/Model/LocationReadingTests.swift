internal import Foundation
import Testing

@testable import Geofencing

#if canImport(CoreLocation)
internal import CoreLocation
#endif

/// What becomes of CoreLocation's numbers. All but the copying of them is tested everywhere.
@Suite struct LocationReadingTests {
    private static func reading(verticalAccuracy: Double = 8) -> LocationReading {
        LocationReading(
            timestamp: Date(timeIntervalSince1970: 1_699_401_234.567),
            coordinate: Coordinate(latitude: 37.7749, longitude: -122.4194),
            altitude: 12.5,
            horizontalAccuracy: 4,
            verticalAccuracy: verticalAccuracy,
            speed: 1.5,
            course: 270
        )
    }

    private static func fix(_ reading: LocationReading, heading: Double? = nil) -> LocationFix {
        LocationFix(reading, source: .iOS, batteryLevel: 0.85, sequence: 42, trueHeading: heading, device: "phone")
    }

    @Test func `a reading converts to a fix and back`() {
        let fix = Self.fix(Self.reading(), heading: 90)
        #expect(fix.timestamp == Date(timeIntervalSince1970: 1_699_401_234.567) && fix.source == .iOS)
        #expect(fix.coordinate == Coordinate(latitude: 37.7749, longitude: -122.4194))
        #expect(fix.altitudeMeters == 12.5 && fix.horizontalAccuracyMeters == 4 && fix.verticalAccuracyMeters == 8)
        #expect(fix.speedMetersPerSecond == 1.5 && fix.courseDegrees == 270 && fix.headingDegrees == 90)
        #expect(fix.batteryFraction == 0.85 && fix.sequence == 42 && fix.device == "phone")
        #expect(fix.reading == Self.reading())
        #expect(Self.fix(Self.reading()).id != fix.id)
    }

    @Test func `without a valid vertical accuracy there is no altitude in either direction`() {
        let fix = Self.fix(Self.reading(verticalAccuracy: -1))
        #expect(fix.altitudeMeters == nil && fix.verticalAccuracyMeters == -1 && !fix.hasValidAltitude)
        #expect(fix.reading.altitude == 0 && fix.reading.verticalAccuracy == -1)
        #expect(Self.fix(Self.reading(verticalAccuracy: 0)).altitudeMeters == 12.5)
        #expect(LocationFix.samplePoorAccuracy().reading.verticalAccuracy == -1)
    }

    @Test(arguments: [(nil, nil), (-1, nil), (0, 0), (359.9, 359.9), (.nan, nil)] as [(Double?, Double?)])
    func `only a valid true heading is used`(heading: Double?, expected: Double?) {
        #expect(Self.fix(Self.reading(), heading: heading).headingDegrees == expected)
    }

    #if canImport(CoreLocation)
    @Test func `CLLocation converts to a fix and back`() {
        for accuracy in [8, -1] as [Double] {
            let reading = Self.reading(verticalAccuracy: accuracy)
            let location = Self.fix(reading).clLocation
            #expect(location.coordinate.latitude == 37.7749 && location.coordinate.longitude == -122.4194)
            #expect(location.timestamp == reading.timestamp && location.horizontalAccuracy == 4)
            #expect(location.speed == 1.5 && location.course == 270 && location.verticalAccuracy == accuracy)
            let fix = LocationFix(from: location, source: .watchOS, batteryLevel: 0.5, sequence: 7)
            #expect(fix.reading == Self.fix(reading).reading)
            #expect(fix.source == .watchOS && fix.batteryFraction == 0.5 && fix.sequence == 7)
            #expect(fix.headingDegrees == nil && fix.device == nil)
        }
        let place = Coordinate(latitude: -12.5, longitude: 179.25)
        #expect(Coordinate(place.clLocationCoordinate) == place)
    }
    #endif
}
