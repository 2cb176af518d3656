/// A way through a geofence between two places, neither of which is in it.
///
/// The way is straight in longitude and latitude, as polygon edges are, and the short way round the Earth.
public struct Passage: Sendable, Hashable {
    /// The geofence.
    public var geofence: Geofence.ID

    /// Where the way enters: its share of the way, 0 at the start and 1 at the end.
    public var entry: Double

    /// Where the way leaves, after `entry`.
    public var exit: Double

    /// Creates a passage.
    public init(geofence: Geofence.ID, entry: Double, exit: Double) {
        self.geofence = geofence
        self.entry = entry
        self.exit = exit
    }
}

/// Up to where two consecutive fixes of a device are taken to be ends of one way; `EventRules.maximumSegmentGap` says up to
/// which time between them.
public struct PassThrough: Sendable, Hashable {
    /// The highest speed between them, in meters per second.
    public let maximumMetersPerSecond: Double

    /// - Parameter maximumMetersPerSecond: More than 0. 150 m/s (540 km/h) by default: faster than all that moves on the ground.
    public init(maximumMetersPerSecond: Double = 150) {
        precondition(
            maximumMetersPerSecond > 0 && maximumMetersPerSecond.isFinite,
            "A speed bound is finite and positive."
        )
        self.maximumMetersPerSecond = maximumMetersPerSecond
    }

    /// Whether a device goes straight from where it was to the next fix.
    ///
    /// - Parameter gap: The longest time between them, in milliseconds.
    func connects(_ last: Sighting, _ next: Sighting, within gap: Int64) -> Bool {
        let (milliseconds, isBeyond) = next.time.subtractingReportingOverflow(last.time)
        guard !isBeyond, milliseconds > 0, milliseconds <= gap else { return false }
        let reach = maximumMetersPerSecond * Double(milliseconds) / 1000
        // Most fixes are near enough to need no geodesic.
        return last.coordinate.farthest(from: next.coordinate) <= reach
            || last.coordinate.distance(to: next.coordinate).meters <= reach
    }
}
