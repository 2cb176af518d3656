/// A fix that was too fast to be believed.
struct Suspect: BitwiseCopyable, Sendable {
    var sighting: Sighting
    var sequence: Int64
    /// Meters; NaN when unknown.
    var accuracy: Float
}

extension Suspect {
    init(_ fix: CompactFix) {
        self.init(sighting: fix.sighting, sequence: fix.sequence, accuracy: fix.horizontalAccuracy)
    }

    /// Returns the fix.
    func fix(of device: UInt32) -> CompactFix {
        CompactFix(
            latitude: sighting.coordinate.latitude,
            longitude: sighting.coordinate.longitude,
            time: sighting.time,
            sequence: sequence,
            horizontalAccuracy: accuracy,
            device: device
        )
    }
}

extension CompactFix {
    /// A fix that was not used, as a state keeps it: with time and place alone. No other one of its time counts before
    /// it. What that could change is which of several fixes of one time and place is rejected for which reason, and a
    /// run that continues from a state does not write that down.
    init(firstAt sighting: Sighting, device: UInt32) {
        self.init(
            latitude: sighting.coordinate.latitude,
            longitude: sighting.coordinate.longitude,
            time: sighting.time,
            horizontalAccuracy: .leastNormalMagnitude,
            device: device
        )
    }
}
