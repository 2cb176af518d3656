/// Tells whether a device stands still: it has not moved by more than 5 m in the last 30 s.
///
/// Movement is measured from the place of the last movement, so slow steps add up. Exactly 5 m is no movement, exactly 30 s
/// is long enough. A device that has just been met is moving, as is one whose clock was set back.
public struct MotionDetector: Sendable, Hashable {
    /// A move of more than this is one.
    public static let stationaryThreshold = Distance.meters(5)

    /// A device that has not moved for this long is stationary.
    public static let confirmationTime = Duration.seconds(30)

    private var lastMovement: Movement?

    private struct Movement: Hashable {
        var time: Timestamp
        var coordinate: Coordinate
    }

    /// A detector that has seen no fix.
    public init() {}

    /// Takes the device's next fix and tells whether the device stands still.
    ///
    /// - Parameters:
    ///   - time: When the fix was measured.
    ///   - coordinate: A valid coordinate.
    public mutating func isDeviceStationary(at time: Timestamp, coordinate: Coordinate) -> Bool {
        guard let lastMovement, lastMovement.time <= time,
            lastMovement.coordinate.distance(to: coordinate) <= Self.stationaryThreshold
        else {
            lastMovement = Movement(time: time, coordinate: coordinate)
            return false
        }
        return lastMovement.time.duration(to: time) >= Self.confirmationTime
    }
}
