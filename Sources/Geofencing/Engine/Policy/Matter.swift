/// Where a device was measured and when.
struct Sighting: BitwiseCopyable, Sendable {
    /// Milliseconds since 1970.
    var time: Int64
    var coordinate: Coordinate
}

/// What is to be decided of a device and a geofence: its last fix is on one side, and it is known to be on the other.
struct Matter: BitwiseCopyable, Sendable {
    /// The geofence's handle.
    var fence: UInt32
    /// Whether the device is known to be inside, and measured outside.
    var isExit: Bool
    /// The cause of the transition that this may become.
    var cause: Transition.Cause
    /// The last fix on the known side; `nil` when nothing is known from before.
    var before: Sighting?
    /// The first fix on the other side.
    var first: Sighting
    var evidence = PolicyEvidence()
}

extension Matter {
    /// When the boundary was crossed: on the straight way from the last fix on the one side to the first on the other, as
    /// far along as the distances to the boundary have it, in milliseconds since 1970.
    ///
    /// - Parameters:
    ///   - before: From the last fix to the boundary, in meters, with any sign.
    ///   - first: The same of the first fix on the other side.
    static func crossing(from start: Int64, to end: Int64, _ before: Double, _ first: Double) -> Int64 {
        let (near, far) = (abs(before), abs(first))
        guard near + far > 0 else { return end }
        let share = near / (near + far)
        return start &+ Int64((Double(end &- start) * share).rounded(.down))
    }
}

/// What the engine keeps of one device beside its presence, where more than geometry decides.
struct DeviceTrack: Sendable {
    /// By ascending handle.
    var matters: [Matter] = []
    /// When the next DWELL is due, in milliseconds since 1970.
    var dwellDue = Int64.max
    /// A fix that was too fast to be believed, should the next one agree with it.
    var suspect: Sighting?
}
