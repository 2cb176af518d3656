/// A fix as a `DeviceTracker` keeps it: 40 bytes.
public struct TrackedFix: Sendable, BitwiseCopyable {
    /// When it was measured.
    public let time: Timestamp

    /// Where it was measured to be.
    public let coordinate: Coordinate

    /// The device's running number, or `CompactFix.noSequence`.
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

    /// The device's own running number.
    public var sequence: Int64? { sequenceOrNone == CompactFix.noSequence ? nil : sequenceOrNone }

    /// The radius of uncertainty, kept in single precision; `nil` when unknown, as is one of zero or less.
    public var horizontalAccuracy: Distance? { accuracy.isNaN ? nil : .meters(accuracy.decimal) }

    /// The charge of the battery in percent, 0 ... 100; `nil` when unknown.
    public var batteryPercentage: Int? { battery < 0 ? nil : Int(battery) }

    /// Whether this fix counts before another of its device: by time, then sequence, of which none comes first.
    func precedes(_ other: TrackedFix) -> Bool {
        (time.unixMilliseconds, sequenceOrNone) < (other.time.unixMilliseconds, other.sequenceOrNone)
    }

    /// Whether it is the same fix of its device: the same time and sequence or, where there is no sequence, place.
    func isRepeat(of other: TrackedFix) -> Bool {
        time == other.time && sequenceOrNone == other.sequenceOrNone
            && (sequence != nil || coordinate == other.coordinate)
    }
}
