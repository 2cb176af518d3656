/// The position and time of a measurement of a device.
struct Sighting: BitwiseCopyable, Sendable {
    /// Milliseconds since 1970.
    var time: Int64
    var coordinate: Coordinate
}

extension CompactFix {
    /// The position and time of the fix.
    var sighting: Sighting { Sighting(time: time, coordinate: coordinate) }
}
