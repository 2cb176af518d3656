/// Determines which fixes are accepted as the next of their device without the full checks. It is a generic parameter
/// because a closure would be called for each fix.
protocol FollowRule: BitwiseCopyable {
    /// Returns whether `fix` is newer than its device's fix at `time` and `place` and may follow it, as a single bit.
    func allow(_ fix: CompactFix, after time: Int64, _ place: Coordinate) -> UInt64
}

/// Bounds within which a fix is accepted as the next of its device without the full checks: never wider than those of
/// `FixLimits`, and narrower where the stricter test is cheaper.
struct FollowLimits: FollowRule {
    private var earliest: Int64
    /// The length of the accepted time range in milliseconds, from `earliest` on.
    private var duration: UInt64
    private var maximumAccuracy = Float.infinity
    /// The shortest time in which the fastest device covers a degree, in milliseconds.
    private var millisecondsPerDegree = 0.0
    /// The longest time between two fixes in milliseconds.
    private var longestGap: UInt64

    /// - Parameter staleAfter: The longest time between two fixes, in milliseconds.
    init(_ limits: FixLimits, staleAfter: UInt64) {
        earliest = limits.earliest?.unixMilliseconds ?? .min
        var latest = limits.latest?.unixMilliseconds ?? .max
        if limits.rejectsUnsetClocks {
            earliest = max(earliest, UnsetClock.clear.lowerBound)
            latest = min(latest, UnsetClock.clear.upperBound &- 1)
        }
        duration = UInt64(bitPattern: latest &- earliest)
        if let accuracy = limits.maximumAccuracy { maximumAccuracy = Float(accuracy.meters) }
        // No degree is longer than `longestDegree`, so the geodesic of `FixLimits.isTooFast` is not longer either.
        if let speed = limits.maximumMetersPerSecond { millisecondsPerDegree = 1000 * WGS84.longestDegree / speed }
        longestGap = earliest <= latest ? staleAfter : 0
    }

    @inline(__always)
    func allow(_ fix: CompactFix, after time: Int64, _ place: Coordinate) -> UInt64 {
        let degrees = abs(fix.latitude - place.latitude) + abs(fix.longitude - place.longitude)
        let gap = fix.time &- time
        let isSlow = (degrees * millisecondsPerDegree <= Double(gap)).bit
        let isInTime = (UInt64(bitPattern: fix.time &- earliest) <= duration).bit
        let isNext = (fix.time > time).bit & (UInt64(bitPattern: gap) <= longestGap).bit
        let isAccurate = (!(fix.horizontalAccuracy > maximumAccuracy)).bit
        // A fix at latitude 0, which is never a negative zero, may be at null island, which the full checks of
        // `FixLimits` decide.
        let isBelieved = (fix.latitude.bitPattern != 0).bit
        return isSlow & isInTime & isNext & isAccurate & isBelieved
    }
}
