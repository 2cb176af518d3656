import Foundation
import Testing

@testable import Geofencing

@Suite struct AdaptiveThrottleTests {
    private static let place = Coordinate(latitude: 37.7749, longitude: -122.4194)

    private func throttles(
        after elapsed: Duration,
        battery: Double?,
        isStationary: Bool = false,
        accuracyChange: Double = 0
    ) -> Bool {
        AdaptiveThrottle.shouldThrottleUpdate(
            elapsed: elapsed,
            accuracyChange: .meters(accuracyChange),
            batteryFraction: battery,
            isStationary: isStationary
        )
    }

    @Test(
        arguments: [
            (1.0, false, 500), (1.0, true, 500), (0.201, true, 500), (0.2, false, 1000), (0.2, true, 2000),
            (0.15, false, 1000), (0.15, true, 2000), (0.1, false, 1000), (0.1, true, 2000), (0.099, false, 5000),
            (0.099, true, 5000), (0, false, 5000),
        ]
    )
    func `the interval depends on battery and motion`(battery: Double, isStationary: Bool, expected: Int) {
        let interval = AdaptiveThrottle.interval(batteryFraction: battery, isStationary: isStationary)
        #expect(interval == .milliseconds(expected))
        #expect(throttles(after: interval - .milliseconds(1), battery: battery, isStationary: isStationary))
        #expect(!throttles(after: interval, battery: battery, isStationary: isStationary))
    }

    @Test func `an unknown battery throttles like a full one`() {
        for battery in [nil, -1, Double.nan] {
            #expect(AdaptiveThrottle.interval(batteryFraction: battery, isStationary: true) == .milliseconds(500))
        }
    }

    @Test func `a fix whose accuracy changes by more than five meters is sent at once`() {
        for change in [5.001, -5.001, .infinity] {
            #expect(!throttles(after: .zero, battery: 0.05, isStationary: true, accuracyChange: change))
        }
        for change in [5.0, -5.0, 0] {
            #expect(throttles(after: .zero, battery: 0.05, isStationary: true, accuracyChange: change))
        }
    }

    @Test func `nothing is throttled after the clock was set back`() {
        #expect(!throttles(after: .seconds(-1), battery: 0.05))
    }

    @Test func `the thresholds have the documented values`() {
        #expect(AdaptiveThrottle.lowBatteryFraction == 0.2)
        #expect(AdaptiveThrottle.criticalBatteryFraction == 0.1)
        #expect(AdaptiveThrottle.accuracyBypass == .meters(5))
        #expect(MotionDetector.stationaryThreshold == .meters(5))
        #expect(MotionDetector.confirmationTime == .seconds(30))
    }

    @Test func `a device is stationary after thirty seconds within five meters`() {
        var motion = MotionDetector()
        func isStationary(_ seconds: Int64, north meters: Double) -> Bool {
            motion.isDeviceStationary(
                at: Timestamp(unixMilliseconds: seconds * 1000),
                coordinate: Geodesic.direct(from: Self.place, azimuth: 0, distance: meters)
            )
        }
        #expect(!isStationary(0, north: 0))
        #expect(!isStationary(29, north: 4.99))
        #expect(isStationary(30, north: 4.99))
        #expect(!isStationary(31, north: 5.01))
        #expect(!isStationary(60, north: 5.01))
        #expect(isStationary(61, north: 5.01))
        // Steps too small each to be a movement are one together.
        #expect(isStationary(70, north: 8))
        #expect(!isStationary(80, north: 11))
        // The clock was set back.
        #expect(!isStationary(10, north: 11))
        #expect(isStationary(40, north: 11))
    }

    private func times(_ count: Int, every milliseconds: Int64, battery: Double, speed: Double) -> [Int64] {
        var throttle = AdaptiveThrottle()
        return (0..<Int64(count)).map { $0 * milliseconds }.filter { time in
            throttle.shouldSend(
                at: Timestamp(unixMilliseconds: time),
                coordinate: Geodesic.direct(from: Self.place, azimuth: 90, distance: Double(time) / 1000 * speed),
                horizontalAccuracy: .meters(5),
                batteryFraction: battery
            )
        }
    }

    @Test func `a moving device sends at the interval for its battery level`() {
        #expect(times(11, every: 100, battery: 0.9, speed: 10) == [0, 500, 1000])
        #expect(times(21, every: 100, battery: 0.2, speed: 10) == [0, 1000, 2000])
        #expect(times(101, every: 100, battery: 0.05, speed: 10) == [0, 5000, 10000])
    }

    @Test func `a device sends less often once it is confirmed stationary`() {
        let sent = times(41, every: 1000, battery: 0.15, speed: 0)
        let everySecond: [Int64] = (0...29).map { $0 * 1000 }
        #expect(sent == everySecond + [31000, 33000, 35000, 37000, 39000])
    }

    @Test func `accuracy is compared with the last fix sent`() {
        var throttle = AdaptiveThrottle()
        func sends(_ time: Int64, accuracy: Double?) -> Bool {
            throttle.shouldSend(
                at: Timestamp(unixMilliseconds: time),
                coordinate: Self.place,
                horizontalAccuracy: accuracy.map { .meters($0) },
                batteryFraction: 0.05
            )
        }
        #expect(sends(0, accuracy: 10))
        #expect(!sends(100, accuracy: 14))
        #expect(sends(200, accuracy: 15.5))
        #expect(!sends(300, accuracy: 12))
        #expect(sends(400, accuracy: nil))
        #expect(!sends(500, accuracy: nil))
        #expect(sends(600, accuracy: 10))
    }

    @Test(arguments: [0, -1, .nan, .infinity] as [Double])
    func `an accuracy that is not positive or not finite is unknown to the throttle`(unknown: Double) {
        var throttle = AdaptiveThrottle()
        func sends(accuracy: Double?) -> Bool {
            throttle.shouldSend(
                at: Timestamp(unixMilliseconds: 0),
                coordinate: Self.place,
                horizontalAccuracy: accuracy.map { .meters($0) },
                batteryFraction: 1
            )
        }
        #expect(sends(accuracy: nil))
        #expect(!sends(accuracy: unknown))
        #expect(sends(accuracy: 3))
        #expect(sends(accuracy: unknown))
        #expect(!sends(accuracy: nil))
    }

    @Test func `a clock set back to after the last movement leaves a device stationary`() {
        var motion = MotionDetector()
        func isStationary(_ seconds: Int64) -> Bool {
            motion.isDeviceStationary(at: Timestamp(unixMilliseconds: seconds * 1000), coordinate: Self.place)
        }
        #expect(!isStationary(0))
        #expect(isStationary(100))
        #expect(isStationary(30))
        #expect(!isStationary(-1))
    }

    @Test func `a wire fix is throttled by its own battery level`() {
        var throttle = AdaptiveThrottle()
        // At 20 %, moving, a second is enough; then the accuracy is 145 m worse.
        let fixes: [LocationFix] = [
            .sample(sequence: 0), .sample(sequence: 1), .samplePoorAccuracy(sequence: 1),
            .samplePoorAccuracy(sequence: 1),
        ]
        let sent = fixes.map { throttle.shouldSend($0) }
        #expect(sent == [true, true, true, false])
    }
}
