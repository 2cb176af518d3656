/// One measured location of one device at one time: what an engine needs to know of it.
///
/// On the wire it is a `LocationFix`, which is `Codable`, and which `Fix(_:)` takes.
public struct Fix: Sendable, Hashable {
    /// The device that was measured.
    public var device: DeviceID

    /// When it was measured.
    public var time: Timestamp

    /// Where it was measured to be. An engine uses no longitude beyond ±180: bring those of 180 to 360 into range before.
    public var coordinate: Coordinate

    /// The radius of uncertainty; `nil` when the source gave none (unknown, never perfect). One that is not positive or not finite counts as
    /// unknown too.
    public var horizontalAccuracy: Distance?

    /// The device's own running number, which orders fixes of equal time.
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
    /// Why no engine uses the fix, whatever its rules are; `nil` if one may.
    var rejection: Rejection? {
        // The first time there is stands for none.
        time.unixMilliseconds == .min ? .tooOld : coordinate.rejection
    }
}
