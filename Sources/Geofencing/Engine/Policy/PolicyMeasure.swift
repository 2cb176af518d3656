/// What a policy sees of one fix and one geofence.
package struct PolicyMeasure: BitwiseCopyable, Sendable, Hashable {
    /// Milliseconds since 1970.
    package var time: Int64
    /// The fix's horizontal accuracy in meters; NaN when unknown.
    package var accuracy: Double
    /// From the fix to the boundary in meters, negative inside.
    package var distance: Double
    /// Whether the geofence covers the fix.
    package var isCovered: Bool
    /// The size of the geofence in meters: the radius of a circle, 2 · area / perimeter of a polygon.
    package var scale: Double

    package init(time: Int64, accuracy: Double, distance: Double, isCovered: Bool, scale: Double) {
        self.time = time
        self.accuracy = accuracy
        self.distance = distance
        self.isCovered = isCovered
        self.scale = scale
    }

    /// The accuracy, or what stands for an unknown one.
    func accuracy(orElse unknown: Distance) -> Double { accuracy > 0 ? accuracy : unknown.meters }
}
