/// What a policy sees of one fix and one geofence.
struct PolicyMeasure: BitwiseCopyable, Sendable, Hashable {
    /// Milliseconds since 1970.
    var time: Int64
    /// The fix's horizontal accuracy in meters; NaN when unknown.
    var accuracy: Double
    /// The distance from the fix to the boundary in meters, negative inside.
    var distance: Double
    /// Whether the geofence covers the fix.
    var isCovered: Bool
    /// The size of the geofence in meters: the radius of a circle, 2 · area / perimeter of a polygon.
    var scale: Double

    /// Returns the accuracy, or `unknown` if it is unknown.
    @inline(__always)
    func accuracy(orElse unknown: Distance) -> Double { accuracy > 0 ? accuracy : unknown.meters }
}
