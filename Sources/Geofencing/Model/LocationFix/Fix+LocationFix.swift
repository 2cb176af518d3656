#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Fix {
    /// The part of a wire fix that geofences are evaluated with.
    ///
    /// The device is named by `device`, else by the source. An accuracy of zero or below is unknown. What reads a trace makes
    /// the same of the fix's JSON, and more of some that is not this format: it brings longitudes up to 360 into range, takes a number
    /// for the name of a device, and rejects names that are empty, longer than 256 bytes or have control characters.
    public init(_ fix: LocationFix) {
        let accuracy = fix.horizontalAccuracyMeters
        // What the engine cannot keep is not known: it has accuracies as 32-bit numbers, and the least integer for no number.
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
    /// When it was measured, in whole milliseconds; what the wire has beyond them is cut.
    public var time: Timestamp { Timestamp(wholeMilliseconds: unixMilliseconds.rounded(.towardZero)) }

    /// A fix of the engine on its way to the wire; what it does not know is `nil` or negative.
    ///
    /// `Fix(_:)` gives the same fix back, with a `sequence` where it had none, and without an accuracy that says nothing: one that is not
    /// positive or not finite.
    ///
    /// - Parameters:
    ///   - fix: The fix.
    ///   - id: The unique name of the fix.
    ///   - source: What kind of device measured.
    ///   - sequence: The running number for a fix without one. Fixes of one device with the same time and number are taken
    ///     for repeats.
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
