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
        /// Milliseconds since the first one, which may be gone.
        var time: UInt32 = 0
        /// Meters; NaN when unknown.
        var accuracy = Float.nan
    }

    /// The maximum number of fixes; eight saved no time.
    private static let room = 6

    /// The evidence if all of them speak for it.
    private(set) var most = PolicyEvidence()
    /// The time from which theirs are counted.
    private var start: Int64 = 0
    /// The last one first.
    private var fixes = (Short(), Short(), Short(), Short(), Short(), Short())

    var count: Int { Int(most.fixes) }

    /// The oldest of `count` fixes.
    private func oldest(of count: Int) -> Waiting {
        let fix =
            switch count {
            case 1: fixes.0
            case 2: fixes.1
            case 3: fixes.2
            case 4: fixes.3
            case 5: fixes.4
            default: fixes.5
            }
        return Waiting(
            coordinate: Coordinate(latitude: fix.latitude, longitude: fix.longitude),
            time: start &+ Int64(fix.time),
            accuracy: fix.accuracy
        )
    }

    /// Adds a fix that is not older than the others, if there is room for it.
    ///
    /// - Returns: Whether there was room.
    mutating func append(_ fix: CompactFix) -> Bool {
        if count == 0 { start = fix.time }
        let (span, isBeyond) = fix.time.subtractingReportingOverflow(start)
        guard count < Self.room, !isBeyond, let time = UInt32(exactly: span) else { return false }
        let short = Short(
            latitude: fix.latitude,
            longitude: fix.longitude,
            time: time,
            accuracy: fix.horizontalAccuracy
        )
        // All move up one place: where to put it would be a branch that cannot be predicted.
        fixes = (short, fixes.0, fixes.1, fixes.2, fixes.3, fixes.4)
        most = most.adding(fix.time)
        return true
    }

    /// Removes and returns the oldest one; `nil` if there are none.
    mutating func removeFirst() -> Waiting? {
        guard count > 0 else { return nil }
        let first = oldest(of: count)
        most.fixes &-= 1
        if count > 0 { most.since = oldest(of: count).time }
        return first
    }
}
