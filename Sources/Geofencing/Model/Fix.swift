/// The location of one device measured at one time: what an engine needs to know.
///
/// Its wire format is `LocationFix`, which is `Codable` and which `Fix(_:)` converts.
public struct Fix: Sendable, Hashable {
    /// The device that was measured.
    public var device: DeviceID

    /// The time of the measurement.
    public var time: Timestamp

    /// The measured position. An engine does not use longitudes beyond ±180, so bring longitudes of 180 to 360 into
    /// range first.
    public var coordinate: Coordinate

    /// The radius of uncertainty; `nil` if the source gave none, which means unknown, never perfect. An engine keeps it
    /// in 32 bits; a radius that is not positive or not finite in them also counts as unknown.
    public var horizontalAccuracy: Distance?

    /// The device's own sequence number, which orders fixes of equal time. The smallest `Int64` counts as none.
    public var sequence: Int64?

    /// Creates a fix.
    public init(
        device: DeviceID,
        time: Timestamp,
        coordinate: Coordinate,
        horizontalAccuracy: Distance? = nil,
        sequence: Int64? = nil
    ) {
        self.device = device
        self.time = time
        self.coordinate = coordinate
        self.horizontalAccuracy = horizontalAccuracy
        self.sequence = sequence
    }
}

extension Fix {
    /// The reason why no engine uses the fix, whatever its rules are; `nil` if an engine may use it.
    var rejection: Rejection? {
        // The earliest possible time stands for no time.
        time.unixMilliseconds == .min ? .tooOld : coordinate.rejection
    }
}
