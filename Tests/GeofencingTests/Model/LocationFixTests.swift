internal import Foundation
import Testing

@testable import Geofencing

@Suite struct LocationFixTests {
    @Test func `a source is described by its name`() {
        #expect("\(LocationFix.Source.iOS) \(LocationFix.Source(rawValue: "buoy"))" == "iOS buoy")
    }

    @Test func `a fix has the properties and defaults of the wire format`() {
        let id = UUID()
        let moment = Date(timeIntervalSince1970: 1_699_401_234.567)
        let place = Coordinate(latitude: 37.7749, longitude: -122.4194)
        let fix = LocationFix(
            id: id,
            timestamp: moment,
            source: .iOS,
            coordinate: place,
            altitudeMeters: 10,
            horizontalAccuracyMeters: 5,
            verticalAccuracyMeters: 11,
            speedMetersPerSecond: 0.5,
            courseDegrees: 180,
            headingDegrees: 90,
            batteryFraction: 0.85,
            sequence: 42
        )
        #expect(fix.id == id && fix.timestamp == moment && fix.source == .iOS && fix.coordinate == place)
        #expect(fix.altitudeMeters == 10 && fix.horizontalAccuracyMeters == 5 && fix.verticalAccuracyMeters == 11)
        #expect(fix.speedMetersPerSecond == 0.5 && fix.courseDegrees == 180 && fix.headingDegrees == 90)
        #expect(fix.batteryFraction == 0.85 && fix.sequence == 42 && fix.device == nil)
        #expect(fix.time.unixMilliseconds == 1_699_401_234_567)
        #expect(LocationFix.sample().id != LocationFix.sample().id)
        #expect(Self.name(of: fix) == id)
    }

    /// Needs of a fix what lists, sets and other threads need.
    private static func name<Value: Identifiable & Hashable & Sendable>(of value: Value) -> Value.ID { value.id }

    @Test func `the documented sources are defined, and any other source is kept`() throws {
        #expect(LocationFix.Source.watchOS.rawValue == "watchOS" && LocationFix.Source.iOS.rawValue == "iOS")
        let json = try LocationFix.sample().json().replacing("watchOS", with: "collar")
        let fix = try JSONDecoder().decode(LocationFix.self, from: Data(json.utf8))
        #expect(fix.source == LocationFix.Source(rawValue: "collar"))
        #expect(try fix.json() == json)
    }

    @Test(arguments: [
        (0, 0), (0.004, 0), (0.005, 1), (0.29, 29), (0.5, 50), (0.85, 85), (0.999, 100), (1, 100), (1.5, 100),
        (-0.01, 0),
        (.nan, 0), (.infinity, 0),
    ])
    func `the battery percentage is rounded and clamped to 0 to 100`(fraction: Double, percentage: Int) {
        let fix = LocationFix.variant(battery: fraction)
        #expect(fix.batteryPercentage == percentage)
        #expect(fix.hasValidBattery == (fraction >= 0 && fraction <= 1))
    }

    @Test func `the age is the time since the measurement`() {
        let fix = LocationFix.sample()
        #expect(fix.age(at: fix.timestamp.addingTimeInterval(3)) == 3)
        #expect(fix.age(at: fix.timestamp) == 0)
        #expect(fix.age > 0)
    }

    @Test(arguments: [(-1, false), (-0.001, false), (0, true), (5, true), (.nan, false)])
    func `values of 0 or more are valid, negative ones are not`(value: Double, isValid: Bool) {
        let fix = LocationFix.variant(altitude: 10, every: value)
        #expect(fix.hasValidAccuracy == isValid)
        #expect(fix.hasValidAltitude == isValid)
        #expect(fix.hasValidSpeed == isValid)
        #expect(fix.hasValidCourse == isValid)
        #expect(!LocationFix.variant(altitude: nil, every: value).hasValidAltitude)
    }

    @Test(
        arguments: [
            (0, .excellent), (4.99, .excellent), (5, .good), (9.99, .good), (10, .fair), (50, .fair), (50.01, .poor),
            (.infinity, .poor), (-1, nil), (.nan, nil),
        ] as [(Double, LocationFix.AccuracyGrade?)]
    )
    func `an accuracy is excellent below 5 m, good below 10 m and fair up to 50 m`(
        meters: Double,
        grade: LocationFix.AccuracyGrade?
    ) {
        #expect(LocationFix.variant(every: meters).accuracyGrade == grade)
    }

    @Test(arguments: [
        (90, 180, true), (-90, -180, true), (0, 0, true), (90.0001, 0, false), (0, -180.0001, false), (.nan, 0, false),
        (0, .infinity, false),
    ])
    func `a coordinate is valid from -90 to 90 and -180 to 180`(latitude: Double, longitude: Double, isValid: Bool) {
        #expect(Coordinate(latitude: latitude, longitude: longitude).isValid == isValid)
    }

    @Test func `the samples are a good fix in San Francisco and a poor one`() {
        let good = LocationFix.sample(sequence: 1)
        #expect(good.sequence == 1 && LocationFix.sample().sequence == 0)
        #expect(good.coordinate == Coordinate(latitude: 37.7749, longitude: -122.4194))
        #expect(good.hasValidAccuracy && good.hasValidAltitude && good.hasValidSpeed && good.hasValidCourse)
        #expect(good.accuracyGrade == .good)
        let poor = LocationFix.samplePoorAccuracy(sequence: 2)
        #expect(poor.sequence == 2 && poor.accuracyGrade == .poor && poor.batteryPercentage == 20)
        #expect(poor.hasValidAccuracy && !poor.hasValidAltitude && !poor.hasValidSpeed && !poor.hasValidCourse)
    }

    @Test func `an engine fix round-trips through the wire format`() throws {
        let place = Coordinate(latitude: 52.52, longitude: 13.405)
        let fixes = [
            Fix(device: "dog", time: Timestamp(unixMilliseconds: 1_699_401_234_567), coordinate: place, sequence: 7),
            Fix(
                device: "watchOS",
                time: Timestamp(unixMilliseconds: -1),
                coordinate: place,
                horizontalAccuracy: .meters(12.5),
                sequence: -3
            ),
            Fix(device: "dog", time: Timestamp(unixMilliseconds: 34_897_458_046_394), coordinate: place, sequence: 8),
        ]
        for fix in fixes {
            let wire = LocationFix(fix)
            #expect(Fix(wire) == fix)
            #expect(Fix(try JSONDecoder().decode(LocationFix.self, from: JSONEncoder().encode(wire))) == fix)
            #expect(wire.hasValidAccuracy == (fix.horizontalAccuracy != nil) && !wire.hasValidBattery)
        }
        var unnumbered = fixes[0]
        unnumbered.sequence = nil
        #expect(LocationFix(unnumbered).sequence == 0)
        #expect(LocationFix(unnumbered, source: .iOS, sequence: 9).sequence == 9)
        #expect(LocationFix(unnumbered, source: .iOS).source == .iOS)
    }

    @Test func `the source names a fix without a device, and an accuracy of 0 or below is unknown`() {
        #expect(Fix(LocationFix.sample()).device == "watchOS")
        #expect(Fix(LocationFix.sample(device: "dog")).device == "dog")
        for accuracy in [0, -1, .nan, .infinity] {
            #expect(Fix(LocationFix.variant(every: accuracy)).horizontalAccuracy == nil)
        }
    }
}

extension LocationFix {
    /// The sample with one value for all four that may be invalid.
    fileprivate static func variant(
        altitude: Double? = nil,
        every value: Double = 1,
        battery: Double = 0.5
    ) -> LocationFix {
        LocationFix(
            timestamp: Date(timeIntervalSince1970: 0),
            source: .watchOS,
            coordinate: Coordinate(latitude: 0, longitude: 0),
            altitudeMeters: altitude,
            horizontalAccuracyMeters: value,
            verticalAccuracyMeters: value,
            speedMetersPerSecond: value,
            courseDegrees: value,
            headingDegrees: nil,
            batteryFraction: battery,
            sequence: 0
        )
    }
}
