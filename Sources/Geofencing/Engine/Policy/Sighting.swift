/// Where a device was measured and when.
struct Sighting: BitwiseCopyable, Sendable {
    /// Milliseconds since 1970.
    var time: Int64
    var coordinate: Coordinate
}

extension CompactFix {
    /// Where and when it was.
    var sighting: Sighting { Sighting(time: time, coordinate: coordinate) }
}
