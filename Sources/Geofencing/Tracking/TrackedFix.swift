/// A fix as stored by a `DeviceTracker`: 40 bytes.
public struct TrackedFix: Sendable, BitwiseCopyable {
    /// The time of the measurement.
    public let time: Timestamp

    /// The measured position.
    public let coordinate: Coordinate

    /// The device's sequence number, or `CompactFix.noSequence`.
    private let sequenceOrNone: Int64
    /// In meters, NaN when unknown.
    private let accuracy: Float
    /// In percent, -1 when unknown.
    private let battery: Int8

    init(_ fix: Fix, batteryPercentage: Int?) {
        time = fix.time
        coordinate = fix.coordinate
        sequenceOrNone = fix.sequence ?? CompactFix.noSequence
        accuracy = fix.horizontalAccuracy.map { CompactFix.accuracy(meters: $0.meters) } ?? .nan
        battery = batteryPercentage.map { Int8(min(max($0, 0), 100)) } ?? -1
    }

    /// The device's own sequence number.
    public var sequence: Int64? { sequenceOrNone == CompactFix.noSequence ? nil : sequenceOrNone }

    /// The radius of uncertainty in single precision; `nil` when unknown or not positive.
    public var horizontalAccuracy: Distance? { accuracy.isNaN ? nil : .meters(accuracy.decimal) }

    /// The charge of the battery in percent, 0 ... 100; `nil` when unknown.
    public var batteryPercentage: Int? { battery < 0 ? nil : Int(battery) }

    /// Returns whether this fix counts before another of its device: by time, then by sequence, with a missing sequence
    /// first.
    func precedes(_ other: TrackedFix) -> Bool {
        (time.unixMilliseconds, sequenceOrNone) < (other.time.unixMilliseconds, other.sequenceOrNone)
    }

    /// Returns whether it is the same fix of its device: it has the same time and sequence or, without a sequence, the
    /// same position.
    func isRepeat(of other: TrackedFix) -> Bool {
        time == other.time && sequenceOrNone == other.sequenceOrNone
            && (sequence != nil || coordinate == other.coordinate)
    }
}

extension TrackedFix: Hashable {
    /// Returns whether all properties are equal; an accuracy that is unknown equals another one.
    public static func == (lhs: TrackedFix, rhs: TrackedFix) -> Bool {
        lhs.time == rhs.time && lhs.coordinate == rhs.coordinate && lhs.sequence == rhs.sequence
            && lhs.horizontalAccuracy == rhs.horizontalAccuracy && lhs.batteryPercentage == rhs.batteryPercentage
    }

    /// Hashes all properties.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(time)
        hasher.combine(coordinate)
        hasher.combine(sequence)
        hasher.combine(horizontalAccuracy)
        hasher.combine(batteryPercentage)
    }
}

extension TrackedFix: CustomStringConvertible {
    /// The fix on one line for people: `2026-01-01T00:00:00.000Z (latitude: 52.52, longitude: 13.405), 5.0 m, 85 %`.
    ///
    /// An accuracy and a charge that are unknown are left out.
    public var description: String {
        let accuracy = horizontalAccuracy.map { ", \($0)" } ?? ""
        let charge = batteryPercentage.map { ", \($0) %" } ?? ""
        return "\(time.iso8601) \(coordinate)\(accuracy)\(charge)"
    }
}
