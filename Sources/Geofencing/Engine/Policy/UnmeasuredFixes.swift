/// Fixes outside a geofence that may or may not speak for a departure; whether they do is not measured as long as it
/// would not change the decision.
///
/// Most departures end far away, where it no longer matters how far outside the first fixes were: those are never
/// measured.
struct UnmeasuredFixes: BitwiseCopyable, Sendable {
    /// One of the fixes.
    struct Waiting: BitwiseCopyable {
        var coordinate: Coordinate
        /// Milliseconds since 1970.
        var time: Int64
        /// Meters; NaN when unknown.
        var accuracy: Float
    }

    /// One of the fixes in fewer bytes, because each device reserves room for all of them.
    private struct Short: BitwiseCopyable {
        var latitude = 0.0
        var longitude = 0.0
        /// Milliseconds since the first one.
        var time: UInt32 = 0
        /// Meters; NaN when unknown.
        var accuracy = Float.nan
    }

    /// The maximum number of fixes; eight saved no time.
    private static let room = 6

    /// The evidence if all of them speak for it.
    private(set) var most = PolicyEvidence()
    private var fixes = (Short(), Short(), Short(), Short(), Short(), Short())

    var count: Int { Int(most.fixes) }

    subscript(position: Int) -> Waiting {
        let fix =
            switch position {
            case 0: fixes.0
            case 1: fixes.1
            case 2: fixes.2
            case 3: fixes.3
            case 4: fixes.4
            default: fixes.5
            }
        return Waiting(
            coordinate: Coordinate(latitude: fix.latitude, longitude: fix.longitude),
            time: most.since &+ Int64(fix.time),
            accuracy: fix.accuracy
        )
    }

    /// Adds a fix that is not older than the others, if there is room for it.
    ///
    /// - Returns: Whether there was room.
    mutating func append(_ fix: CompactFix) -> Bool {
        guard count < Self.room, let time = UInt32(exactly: most.span(until: fix.time)) else { return false }
        let short = Short(
            latitude: fix.latitude,
            longitude: fix.longitude,
            time: time,
            accuracy: fix.horizontalAccuracy
        )
        switch most.fixes {
        case 0: fixes.0 = short
        case 1: fixes.1 = short
        case 2: fixes.2 = short
        case 3: fixes.3 = short
        case 4: fixes.4 = short
        default: fixes.5 = short
        }
        most = most.adding(fix.time)
        return true
    }

    mutating func removeAll() { most = PolicyEvidence() }
}
