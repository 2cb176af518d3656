#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Fix {
    /// Creates a fix from the part of a wire fix that is needed to evaluate geofences.
    ///
    /// The device's name is `device`, else the source. An accuracy of zero or below is unknown. Readers of traces
    /// convert the JSON of a fix in the same way, and also accept some JSON that deviates from this format: they bring
    /// longitudes up to 360 into range and take a number as a device's name. They reject names that are empty, longer
    /// than 256 bytes or contain control characters.
    public init(_ fix: LocationFix) {
        let accuracy = fix.horizontalAccuracyMeters
        // Values that the engine cannot store become unknown: it stores accuracies as 32-bit numbers, and the least
        // integer stands for a missing sequence number.
        let isKnown = !CompactFix.accuracy(meters: accuracy).isNaN
        self.init(
            device: DeviceID(fix.device ?? fix.source.rawValue),
            time: fix.time,
            coordinate: fix.coordinate,
            horizontalAccuracy: isKnown ? .meters(accuracy) : nil,
            sequence: fix.sequence == CompactFix.noSequence ? nil : Int64(fix.sequence)
        )
    }
}

extension LocationFix {
    /// The time of the measurement in whole milliseconds, truncated from the wire's value.
    public var time: Timestamp { Timestamp(wholeMilliseconds: unixMilliseconds.rounded(.towardZero)) }

    /// Creates a wire fix from a fix of the engine; values that the fix does not have are `nil` or negative.
    ///
    /// `Fix(_:)` converts it back to the same fix, except that a missing `sequence` is filled in and an accuracy that
    /// is not positive or not finite is dropped.
    ///
    /// - Parameters:
    ///   - fix: The fix.
    ///   - id: The unique identifier of the fix.
    ///   - source: The kind of device that measured.
    ///   - sequence: The sequence number for a fix without one. Fixes of one device with the same time and number count
    ///     as repeats.
    public init(_ fix: Fix, id: UUID = UUID(), source: Source = .watchOS, sequence: Int = 0) {
        self.init(
            id: id,
            timestamp: fix.time.date,
            source: source,
            coordinate: fix.coordinate,
            altitudeMeters: nil,
            horizontalAccuracyMeters: fix.horizontalAccuracy?.meters ?? -1,
            verticalAccuracyMeters: -1,
            speedMetersPerSecond: -1,
            courseDegrees: -1,
            headingDegrees: nil,
            batteryFraction: -0.01,
            sequence: fix.sequence.map { Int($0) } ?? sequence,
            device: fix.device.rawValue
        )
    }
}
