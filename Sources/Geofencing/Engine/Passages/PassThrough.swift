/// When two consecutive fixes of a device are joined by a straight path. The longest time between them is
/// `EventRules.maximumSegmentGap`.
public struct PassThrough: Sendable, Hashable {
    /// The highest speed between them, more than 0 and finite.
    public var maximumMetersPerSecond: Double

    /// - Parameter maximumMetersPerSecond: 150 m/s (540 km/h) by default: faster than all that moves on the ground.
    public init(maximumMetersPerSecond: Double = 150) { self.maximumMetersPerSecond = maximumMetersPerSecond }

    /// Whether a device goes straight from where it was to the next fix.
    ///
    /// - Parameter gap: The longest time between them, in milliseconds.
    func connects(_ last: Sighting, _ next: Sighting, within gap: Int64) -> Bool {
        let (milliseconds, isBeyond) = next.time.subtractingReportingOverflow(last.time)
        guard !isBeyond, milliseconds > 0, milliseconds <= gap else { return false }
        let reach = maximumMetersPerSecond * Double(milliseconds) / 1000
        // Most fixes are near enough to need no geodesic.
        return last.coordinate.distanceBound(to: next.coordinate) <= reach
            || last.coordinate.distance(to: next.coordinate).meters <= reach
    }
}
