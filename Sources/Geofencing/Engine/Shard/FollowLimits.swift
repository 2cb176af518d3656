/// Up to where a fix is used as the next one of its device without a closer look: no more than the rules let through, and less where
/// a stricter test is the cheaper one.
struct FollowLimits: BitwiseCopyable {
    private var earliest = Int64.min
    private var latest = Int64.max
    private var maximumAccuracy = Float.infinity
    /// In meters per second.
    private var maximumMetersPerSecond = Double.infinity
    /// The longest time between two fixes in milliseconds.
    private var longestGap = UInt64.max

    /// - Parameter staleAfter: The longest time between two fixes, in milliseconds.
    init(_ limits: FixLimits, staleAfter: UInt64) {
        earliest = limits.earliest?.unixMilliseconds ?? earliest
        latest = limits.latest?.unixMilliseconds ?? latest
        if limits.rejectsUnsetClocks {
            earliest = max(earliest, UnsetClock.clear.lowerBound)
            latest = min(latest, UnsetClock.clear.upperBound &- 1)
        }
        if let accuracy = limits.maximumAccuracy { maximumAccuracy = Float(accuracy.meters) }
        maximumMetersPerSecond = limits.maximumMetersPerSecond ?? maximumMetersPerSecond
        longestGap = staleAfter
    }

    /// Whether `fix` may follow `before` of the same device, the one bit that is set.
    @inline(__always)
    func allow(_ fix: CompactFix, after before: CompactFix) -> UInt64 {
        // No degree is longer, so the geodesic of `FixLimits.isTooFast` is not longer either; times 1000, as the gap is in milliseconds.
        let degrees = abs(fix.latitude - before.latitude) + abs(fix.longitude - before.longitude)
        let gap = fix.time &- before.time
        let isSlow = degrees * (1000 * WGS84.longestDegree) <= maximumMetersPerSecond * Double(gap)
        let isInTime = (fix.time >= earliest).bit & (fix.time <= latest).bit
        // Whoever is at latitude 0 may be at null island, of which `FixLimits` knows more.
        let isBelieved = (!(fix.horizontalAccuracy > maximumAccuracy)).bit & (fix.latitude != 0).bit & isSlow.bit
        return isInTime & isBelieved & (UInt64(bitPattern: gap) <= longestGap).bit
    }
}
