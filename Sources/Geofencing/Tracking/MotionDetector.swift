/// Determines whether a device stands still, that is, has not moved by more than 5 m in the last 30 s.
///
/// Movement is measured from the position of the last movement, so slow steps add up. Exactly 5 m is not a movement,
/// and exactly 30 s is long enough. A device seen for the first time counts as moving, as does one whose clock was set
/// back to before its last movement.
public struct MotionDetector: Sendable, Hashable {
    /// The distance above which a change of position is a movement.
    public static let stationaryThreshold = Distance.meters(5)

    /// The time without movement after which a device is stationary.
    public static let confirmationTime = Duration.seconds(30)

    private var lastMovement: Movement?

    private struct Movement: Hashable {
        var time: Timestamp
        var coordinate: Coordinate
    }

    /// Creates a detector that has seen no fix.
    public init() {}

    /// Takes the device's next fix and returns whether the device stands still.
    ///
    /// - Parameters:
    ///   - time: The time of the measurement.
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
