/// Fixes outside a geofence that may or may not speak for a departure; this is not measured as long as it would decide nothing.
///
/// Most departures end far away, where it no longer matters how far outside the first fixes were: those are never measured.
struct UnmeasuredFixes: BitwiseCopyable, Sendable {
    /// One of them.
    struct Waiting: BitwiseCopyable {
        var coordinate = Coordinate(latitude: 0, longitude: 0)
        /// Milliseconds since 1970.
        var time: Int64 = 0
        /// Meters; NaN when unknown.
        var accuracy: Float = .nan
    }

    /// The evidence if all of them speak for it.
    private(set) var most = PolicyEvidence()
    private var first = Waiting()
    private var second = Waiting()
    private var third = Waiting()
    private var fourth = Waiting()

    var count: Int { Int(most.fixes) }
    var isFull: Bool { most.fixes == 4 }

    subscript(position: Int) -> Waiting {
        switch position {
        case 0: first
        case 1: second
        case 2: third
        default: fourth
        }
    }

    /// Adds a fix; there must be room.
    mutating func append(_ fix: CompactFix) {
        let waiting = Waiting(coordinate: fix.coordinate, time: fix.time, accuracy: fix.horizontalAccuracy)
        switch most.fixes {
        case 0: first = waiting
        case 1: second = waiting
        case 2: third = waiting
        default: fourth = waiting
        }
        most = most.adding(fix.time)
    }

    mutating func removeAll() { most = PolicyEvidence() }
}
