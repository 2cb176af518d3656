/// The conditions under which two consecutive fixes of a device are joined by a straight path. The longest time between
/// them is `EventRules.maximumSegmentGap`.
public struct PassThrough: Sendable, Hashable {
    /// The highest speed between the two fixes, more than 0 and finite.
    public var maximumMetersPerSecond: Double

    /// Creates conditions. An engine refuses a speed that is out of range.
    ///
    /// - Parameter maximumMetersPerSecond: 150 m/s (540 km/h) by default: faster than anything that moves on the
    ///   ground.
    public init(maximumMetersPerSecond: Double = 150) { self.maximumMetersPerSecond = maximumMetersPerSecond }

    /// Returns whether a device is assumed to move straight from its last position to the next fix.
    ///
    /// - Parameter gap: The longest time between them, in milliseconds.
    func connects(_ last: Sighting, _ next: Sighting, within gap: Int64) -> Bool {
        let (milliseconds, isBeyond) = next.time.subtractingReportingOverflow(last.time)
        guard !isBeyond, milliseconds > 0, milliseconds <= gap else { return false }
        let reach = maximumMetersPerSecond * Double(milliseconds) / 1000
        // Most fixes are close enough not to need the geodesic.
        return last.coordinate.distanceBound(to: next.coordinate) <= reach
            || last.coordinate.distance(to: next.coordinate).meters <= reach
    }
}
